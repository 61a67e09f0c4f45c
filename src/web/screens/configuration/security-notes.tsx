import { ShieldCheck } from "lucide-react";
import { Card } from "#web/ui/card.tsx";

const NOTES = [
  "Passwords, app passwords, API keys and service accounts are stored encrypted (AES-256-GCM). No screen and no call ever shows them again.",
  "Only who has signed in sees anything. While nobody has an account, Winnow answers this computer only. Changes that a page of another site asks for are refused.",
  "The certificates of Google and of mail servers are verified. A password goes over an unencrypted connection to this computer only.",
  "Scrapes reach no address of your own network, unless the operator allowed it.",
  "Whoever has the webhook address can send leads, but read none. It can be regenerated under Form Integration.",
  "Cells of an export that a spreadsheet would run as formulas are made harmless.",
  "Leads are not encrypted by Winnow: whoever may read its data folder or database, or a backup, can read them.",
] as const;

/** What protects the data, and what does not. */
export function SecurityNotes() {
  return (
    <Card title="Security">
      <ul className="flex flex-col gap-3 text-sm">
        {NOTES.map((note) => (
          <li key={note} className="flex gap-2 text-pretty">
            <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            {note}
          </li>
        ))}
      </ul>
    </Card>
  );
}
