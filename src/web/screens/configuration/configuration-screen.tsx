import { useQuery } from "@tanstack/react-query";
import { LockedForm } from "#web/actions/locked-form.tsx";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { settingsQuery } from "#web/api/settings.ts";
import { Page } from "#web/layout/page.tsx";
import { AppearanceCard } from "#web/screens/configuration/appearance-card.tsx";
import { ConfigurationForm } from "#web/screens/configuration/configuration-form.tsx";
import { ConfigurationSkeleton } from "#web/screens/configuration/configuration-skeleton.tsx";
import { DataExport } from "#web/screens/configuration/data-export.tsx";
import { HistoryCard } from "#web/screens/configuration/history-card.tsx";
import { LeadFieldsCard } from "#web/screens/configuration/lead-fields/lead-fields-card.tsx";
import { SecurityNotes } from "#web/screens/configuration/security-notes.tsx";
import { SystemOverview } from "#web/screens/configuration/system-overview.tsx";
import { TagsCard } from "#web/screens/configuration/tags/tags-card.tsx";
import { Card } from "#web/ui/card.tsx";

export function ConfigurationScreen() {
  const query = useQuery(settingsQuery);
  const { data: settings, error } = query;
  return (
    <Page>
      <SystemOverview />
      <div className="grid items-start gap-6 max-md:gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        {settings !== undefined ? (
          <div className="min-w-0">
            <LockedForm permission="manage">
              <ConfigurationForm settings={settings} />
            </LockedForm>
          </div>
        ) : error === null ? (
          <ConfigurationSkeleton />
        ) : (
          <Card>
            <QueryFailed what="settings" query={query} />
          </Card>
        )}
        <div className="flex flex-col gap-6 max-md:gap-4">
          <AppearanceCard />
          <TagsCard />
          <LeadFieldsCard />
          <DataExport />
          <HistoryCard />
          <SecurityNotes />
        </div>
      </div>
    </Page>
  );
}
