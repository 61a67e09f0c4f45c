import { CircleCheck, CircleX, Eye } from "lucide-react";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { RowActions } from "#web/screens/leads/use-row-actions.ts";
import { IconButton } from "#web/ui/icon-button.tsx";

interface LeadRowActionsProps {
  lead: LeadRow;
  actions: RowActions;
  mayDecide: boolean;
}

/** A row's actions, each always in the same position. */
export function LeadRowActions({ lead, actions, mayDecide }: LeadRowActionsProps) {
  return (
    <span className="grid grid-cols-[repeat(3,2rem)] justify-end touch:grid-cols-[repeat(3,2.75rem)]">
      <IconButton label="View" shortcut="Enter" icon={<Eye aria-hidden />} onClick={() => actions.open(lead.id)} />
      {mayDecide && lead.status !== "qualified" && (
        <IconButton
          label="Qualify"
          shortcut="q"
          icon={<CircleCheck aria-hidden />}
          className="col-start-2"
          onClick={() => void actions.decide(lead, "qualified")}
        />
      )}
      {mayDecide && lead.status !== "rejected" && (
        <IconButton
          label="Reject"
          shortcut="r"
          icon={<CircleX aria-hidden />}
          className="col-start-3"
          onClick={() => void actions.decide(lead, "rejected")}
        />
      )}
    </span>
  );
}
