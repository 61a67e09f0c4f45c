import { Card } from "#web/ui/card.tsx";

export function AppPasswordGuide() {
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
