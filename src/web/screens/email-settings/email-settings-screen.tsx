import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EmailSettings } from "#shared/contract/email-settings.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { LockedForm } from "#web/actions/locked-form.tsx";
import { MailSignInCard } from "#web/actions/mail-sign-in/mail-sign-in-card.tsx";
import { useSignedIn } from "#web/actions/mail-sign-in/use-mail-sign-in.ts";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { emailSettingsQuery } from "#web/api/email-settings.ts";
import { Page } from "#web/layout/page.tsx";
import { EmailStatus } from "#web/screens/email-settings/email-status.tsx";
import { ReportClockCard } from "#web/screens/email-settings/report-clock-card.tsx";
import { type Provider, ProviderCard } from "#web/screens/email-settings/provider-card.tsx";
import { SmtpForm } from "#web/screens/email-settings/smtp-form.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

export function EmailSettingsScreen() {
  const query = useQuery(emailSettingsQuery);
  const { data: records, error } = query;
  const [chosen, setChosen] = useState<Provider | null>(null);
  const signedIn = useSignedIn();

  if (records === undefined && error !== null) {
    return (
      <Page>
        <FailedCard what="email settings" query={query} />
      </Page>
    );
  }
  const settings = records === undefined ? undefined : inUse(records);
  return (
    <Page>
      <EmailStatus settings={settings} />
      <div className="grid items-start gap-6 max-md:gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card title="SMTP settings" description="The mail server that sends your reports.">
          {settings === undefined ? (
            <SmtpFormSkeleton />
          ) : (
            <LockedForm permission="manage">
              <SmtpForm
                settings={settings}
                provider={chosen}
                onProviderTaken={() => setChosen(null)}
                signedIn={signedIn}
              />
            </LockedForm>
          )}
        </Card>
        <div className="flex min-w-0 flex-col gap-6 max-md:gap-4">
          <ReportClockCard />
          <IfAllowed to="manage">
            <MailSignInCard from="email-settings" />
            <ProviderCard onUse={settings === undefined ? undefined : setChosen} />
          </IfAllowed>
        </div>
      </div>
    </Page>
  );
}

/** The active record, or the latest one if all are off. */
function inUse(records: readonly EmailSettings[]): EmailSettings | null {
  return records.find(({ isActive }) => isActive) ?? records.at(-1) ?? null;
}

function SmtpFormSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <LoadingNote what="the email settings" />
      {[0, 1, 2, 3, 4].map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-9 w-full touch:h-11" />
        </div>
      ))}
      <Skeleton className="ml-auto h-9 w-36" />
    </div>
  );
}
