import type { MailboxConfig } from "#shared/contract/mailbox.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { LockedForm } from "#web/actions/locked-form.tsx";
import { MailSignInCard } from "#web/actions/mail-sign-in/mail-sign-in-card.tsx";
import { useSignedIn } from "#web/actions/mail-sign-in/use-mail-sign-in.ts";
import { MailboxForm } from "#web/screens/gmail/mailbox-form.tsx";
import { MailboxStatus } from "#web/screens/gmail/mailbox-status.tsx";
import { Card } from "#web/ui/card.tsx";

export function SetupTab({ config }: { config: MailboxConfig }) {
  const signedIn = useSignedIn();
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <MailboxStatus config={config} />
      <div className="grid items-start gap-6 max-md:gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <Card title="Mailbox" description="Winnow only reads messages. It never marks, moves or deletes them.">
          <LockedForm permission="manage">
            <MailboxForm config={config} signedIn={signedIn} />
          </LockedForm>
        </Card>
        <div className="flex min-w-0 flex-col gap-6 max-md:gap-4">
          <IfAllowed to="manage">
            <MailSignInCard from="gmail" />
          </IfAllowed>
          <AppPasswordGuide />
        </div>
      </div>
    </div>
  );
}

function AppPasswordGuide() {
  return (
    <Card title="Get an app password" description="Gmail requires an app password.">
      <ol className="flex list-decimal flex-col gap-2 pl-5 text-sm marker:text-muted">
        <li>
          In your{" "}
          <a
            href="https://myaccount.google.com/security"
            target="_blank"
            rel="noreferrer"
            className="text-link underline underline-offset-2"
          >
            Google account
          </a>{" "}
          turn on 2-Step Verification.
        </li>
        <li>
          Open{" "}
          <a
            href="https://myaccount.google.com/apppasswords"
            target="_blank"
            rel="noreferrer"
            className="text-link underline underline-offset-2"
          >
            App passwords
          </a>
          , create one named Winnow, and copy its 16 letters.
        </li>
        <li>Paste them here. You can revoke the app password at any time.</li>
      </ol>
      <p className="mt-4 text-sm text-muted">
        For any other mailbox, enter its server and the IMAP password from your provider.
      </p>
    </Card>
  );
}
