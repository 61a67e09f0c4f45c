import { Card } from "#web/ui/card.tsx";

/** What Gmail asks for, and what any other mailbox needs. */
export function AppPasswordGuide() {
  return (
    <Card title="Where the password comes from" description="Gmail lets programs in by one of their own.">
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
          switch 2-Step Verification on.
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
          , make one named Winnow, and copy its 16 letters.
        </li>
        <li>Paste them here. Your own password stays yours, and you can withdraw this one at any time.</li>
      </ol>
      <p className="mt-4 text-sm text-muted">
        Any other mailbox works too: fill in its server, and the password that its provider gives for IMAP.
      </p>
    </Card>
  );
}
