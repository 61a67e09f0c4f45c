import type { LeadDetail } from "#shared/contract/leads/lead.ts";
import { STATUS_DONE } from "#shared/lead-status.ts";
import { AssignedWhy, LeadOwner } from "#web/screens/leads/owner/lead-owner.tsx";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { Score } from "#web/ui/leads/score.tsx";

/** The lead's status, who decided it, its score and its owner. */
export function LeadState({ lead }: { lead: LeadDetail }) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <span className="font-semibold">
          <LeadStatusMark status={lead.status} />
        </span>
        <Score score={lead.score} />
        <span className="text-muted">{decidedBy(lead)}</span>
        <LeadOwner lead={lead} />
      </div>
      <AssignedWhy lead={lead} />
    </div>
  );
}

function decidedBy({ status, statusSetBy, processedAt, timeline }: LeadDetail): string {
  if (statusSetBy === "person") {
    const decision = timeline.find(({ kind, title }) => kind === "status" && title.endsWith(` ${STATUS_DONE[status]}`));
    return decision === undefined ? "Decided manually" : `Decided by ${decision.by === "You" ? "you" : decision.by}`;
  }
  if (processedAt === null) return "Not scored yet";
  return status === "qualified" ? "Qualified by score" : "No decision yet";
}
