import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { PaletteItem } from "#web/layout/palette/palette-item.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Score } from "#web/ui/leads/score.tsx";

/** A unique palette value for a lead. */
export function leadValue({ id }: LeadRow): string {
  return `lead ${id}`;
}

export function LeadItem({ lead, onSelect }: { lead: LeadRow; onSelect: () => void }) {
  const name = lead.name || lead.email || "N/A";
  return (
    <PaletteItem value={leadValue(lead)} onSelect={onSelect}>
      <Avatar name={name} />
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <span dir="auto" className="max-w-3/4 shrink-0 truncate">
          {name}
        </span>
        <span dir="auto" className="min-w-0 truncate text-sm text-muted">
          {lead.company || lead.email}
        </span>
      </span>
      <Score score={lead.score} className="shrink-0 text-sm" />
    </PaletteItem>
  );
}
