import type { LeadDetail } from "#shared/contract/lead.ts";
import { LeadStatusMark } from "#web/ui/lead-status-mark.tsx";
import { Score } from "#web/ui/score.tsx";

/** Where the lead stands: its status, who decided that, and its score. */
export function LeadStanding({ lead }: { lead: LeadDetail }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <span className="font-semibold">
        <LeadStatusMark status={lead.status} />
      </span>
      <Score score={lead.score} />
      <span className="text-muted">{decidedBy(lead)}</span>
    </div>
  );
}

function decidedBy({ status, statusSetBy }: LeadDetail): string {
  if (statusSetBy === "person") return "Decided by a person";
  return status === "qualified" ? "Qualified by its score" : "Not decided by anyone yet";
}
