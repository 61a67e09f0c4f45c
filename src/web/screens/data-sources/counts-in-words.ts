import type { DataSource, SyncCounts } from "#shared/contract/data-source.ts";
import { formatCount } from "#web/format/number.ts";

/** What a source is read by, one and many. */
export const ITEM_WORDS: Record<DataSource["type"], readonly [one: string, many: string]> = {
  google_sheets: ["row", "rows"],
  email: ["message", "messages"],
};

/** Every row read stands in exactly one of the counts: "1,000 rows read: 3 new, 1 updated, 996 unchanged". */
export function countsInWords(run: SyncCounts, type: DataSource["type"] = "google_sheets"): string {
  const { seen, created, updated, unchanged, skipped, failed } = run;
  const [one, many] = ITEM_WORDS[type];
  const rows = `${formatCount(seen)} ${seen === 1 ? one : many} read`;
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

/** What the limit of leads per sync left over, as a sentence to add; empty when nothing waits. */
export function waitingInWords(waiting: number, type: DataSource["type"]): string {
  if (waiting === 0) return "";
  const [one, many] = ITEM_WORDS[type];
  return `. ${formatCount(waiting)} more ${waiting === 1 ? `${one} waits` : `${many} wait`} for the next sync.`;
}
