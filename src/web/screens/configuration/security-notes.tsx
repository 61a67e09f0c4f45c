import { ShieldCheck } from "lucide-react";
import { Card } from "#web/ui/card.tsx";

const NOTES = [
  "Passwords, API keys and service accounts are encrypted and never shown again.",
  "Everyone must sign in. Before the first account exists, only this computer can reach Winnow.",
  "Anyone with the webhook URL can submit leads but not read them.",
  "Leads aren't encrypted. Protect the data folder, the database and backups.",
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
