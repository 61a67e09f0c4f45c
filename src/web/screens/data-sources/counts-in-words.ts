import type { SyncCounts } from "#shared/contract/data-source.ts";
import { formatCount } from "#web/format/number.ts";

/** Every row read stands in exactly one of the counts: "1,000 rows read: 3 new, 1 updated, 996 unchanged". */
export function countsInWords(run: SyncCounts): string {
  const { seen, created, updated, unchanged, skipped, failed } = run;
  const rows = `${formatCount(seen)} ${seen === 1 ? "row" : "rows"} read`;
  if (seen === 0) return rows;
  const parts = [
    [created, "new"],
    [updated, "updated"],
    [unchanged, "unchanged"],
    [skipped, "left out"],
    [failed, "failed"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`);
  return `${rows}: ${said.join(", ")}`;
}
