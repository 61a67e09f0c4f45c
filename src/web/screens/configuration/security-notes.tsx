import { ShieldCheck } from "lucide-react";
import { Card } from "#web/ui/card.tsx";

const NOTES = [
  "Passwords, API keys and service accounts are encrypted (AES-256-GCM) and never shown again.",
  "Everyone must sign in. Before the first account exists, only this computer can reach Winnow.",
  "TLS certificates of Google and mail servers are verified. Passwords are never sent unencrypted over a network.",
  "Scraping can't reach your internal network unless the operator allows it.",
  "Anyone with the webhook URL can submit leads but not read them. Regenerate it under Form Integration.",
  "Exported cells can't run as spreadsheet formulas.",
  "Leads aren't encrypted. Anyone with access to the data folder, database or a backup can read them.",
] as const;

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
