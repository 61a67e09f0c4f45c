import type { DuplicateLead } from "#shared/contract/leads/duplicate.ts";
import { LeadStatusMark } from "#web/ui/leads/lead-status-mark.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

/** Column headers: which lead is which, and which one stays. */
export function ComparedHeads({ leads }: { leads: readonly DuplicateLead[] }) {
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-3">
      {leads.map(({ id, name, score, status, createdAt }, at) => (
        <div key={id} className="min-w-0 px-3 max-md:px-0">
          <p className="text-sm text-muted">{at === 0 ? "Kept" : "Merged in"}</p>
          <p dir="auto" className="truncate text-left font-semibold" title={name}>
            {name || "N/A"}
          </p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>
              Added <RelativeTime time={createdAt} />
            </span>
            <span className="tabular-nums">Score {score}</span>
            <LeadStatusMark status={status} />
          </p>
        </div>
      ))}
    </div>
  );
}
