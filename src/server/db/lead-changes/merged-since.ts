import type { Engine } from "#server/db/engine/engine.ts";
import { allIds, first, sql, type Work } from "#server/db/engine/sql.ts";

/**
 * Those of the leads that others were merged into after an action. Undoing a merge restores both leads as they were
 * before it, so older actions can be undone only after the merge has been undone.
 */
export function* mergedSince(engine: Engine, leadIds: readonly string[], actId: string): Work<Set<string>> {
  if (leadIds.length === 0) return new Set();
  const merged = yield* allIds(sql`
    select lead_id from journal where ${engine.sql.isOneOf("lead_id", leadIds)} and id > ${actId}
      and kind = 'merge' and undo is not null and undone_at is null`);
  return new Set(merged);
}

/** Explains why a lead no longer exists. */
export function* whereItWent(leadId: string | null): Work<string> {
  const into = leadId === null ? null : yield* first(sql`select lead_id from lead_aliases where old_id = ${leadId}`);
  return into === null
    ? "The lead has since been deleted."
    : "The lead has since been merged into another lead. Undo that first.";
}

export const MERGED_SINCE = "Another lead has since been merged into this one. Undo that first.";
