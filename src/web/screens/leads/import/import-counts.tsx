import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";

/** Row counts; the first is the sum of the others. */
export function ImportCounts({ import: { counts, qualified } }: { import: LeadImport }) {
  const shown: readonly (readonly [term: string, count: number])[] = [
    ["Rows read", counts.seen],
    ["New leads", counts.created],
    ["Updated", counts.updated],
    ["Unchanged", counts.unchanged],
    ["Skipped", counts.skipped],
    ["Failed", counts.failed],
  ];
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 tabular-nums sm:grid-cols-3">
        {shown.map(([term, count]) => (
          <div key={term} className="flex justify-between gap-2 border-b border-line pb-1.5">
            <dt className="text-muted">{term}</dt>
            <dd className="font-semibold">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{formatCounted(qualified, "lead")} newly qualified.</p>
    </div>
  );
}
