import { CircleCheck, CircleX, Eye } from "lucide-react";
import type { LeadRow } from "#shared/contract/lead.ts";
import type { RowActs } from "#web/screens/leads/use-row-acts.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface LeadActsProps {
  lead: LeadRow;
  acts: RowActs;
  mayDecide: boolean;
}

/** What can be done with a lead in its row, each always at the same place. */
export function LeadActs({ lead, acts, mayDecide }: LeadActsProps) {
  return (
    <span className="grid grid-cols-[repeat(3,2rem)] justify-end touch:grid-cols-[repeat(3,2.75rem)]">
      <IconButton label="View" shortcut="Enter" icon={<Eye aria-hidden />} onClick={() => acts.open(lead.id)} />
      {mayDecide && lead.status !== "qualified" && (
        <IconButton
          label="Qualify"
          shortcut="q"
          icon={<CircleCheck aria-hidden />}
          className="col-start-2"
          onClick={() => acts.decide(lead.id, "qualified")}
        />
      )}
      {mayDecide && lead.status !== "rejected" && (
        <IconButton
          label="Reject"
          shortcut="r"
          icon={<CircleX aria-hidden />}
          className="col-start-3"
          onClick={() => acts.decide(lead.id, "rejected")}
        />
      )}
    </span>
  );
}
