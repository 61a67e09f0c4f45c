import type { DataSource, SyncCounts, SyncRun } from "#shared/contract/data-source.ts";
import { dataSourceFacts } from "#shared/source-kinds.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";

/** Each row is in exactly one count: "1,000 rows read: 3 new, 1 updated, 996 unchanged". */
export function countsInWords(run: SyncCounts & Pick<SyncRun, "toReview">, type?: DataSource["type"]): string {
  const { seen, created, updated, unchanged, skipped, failed, toReview = 0 } = run;
  const [one, many] = type === undefined ? ["row", "rows"] : dataSourceFacts(type).items;
  const rows = `${formatCounted(seen, one, many)} read`;
  if (seen === 0) return rows;
  const parts = [
    [created, "new"],
    [updated, "updated"],
    [unchanged, "unchanged"],
    [toReview, "to review"],
    [skipped - toReview, "skipped"],
    [failed, "failed"],
  ] as const;
  const texts = parts.filter(([count]) => count > 0).map(([count, what]) => `${formatCount(count)} ${what}`);
  return `${rows}: ${texts.join(", ")}`;
}

/** What the lead limit left for the next sync, as a sentence to append; empty if nothing. */
export function waitingInWords(waiting: number, type: DataSource["type"]): string {
  if (waiting === 0) return "";
  const [one, many] = dataSourceFacts(type).items;
  return `. ${formatCounted(waiting, `more ${one} waits`, `more ${many} wait`)} for the next sync.`;
}
