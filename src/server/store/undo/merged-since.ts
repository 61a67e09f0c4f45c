import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { all, first, type Work } from "#server/store/work.ts";

/**
 * Those of the leads that others were merged into after an act. What a merge united is parted as it was before, so that
 * what is older waits until the merge has been taken back.
 */
export function* mergedSince(engine: Engine, leadIds: readonly string[], actId: string): Work<Set<string>> {
  if (leadIds.length === 0) return new Set();
  const merges = yield* all(
    sql<{ lead_id: string | number }>`
      select lead_id from journal where ${engine.sql.isOneOf("lead_id", leadIds)} and id > ${actId}
        and kind = 'merge' and undo is not null and undone_at is null`,
  );
  return new Set(merges.map(({ lead_id }) => String(lead_id)));
}

/** Why a lead is not there. */
export function* whereItWent(leadId: string | null): Work<string> {
  const into = leadId === null ? null : yield* first(sql`select lead_id from lead_aliases where old_id = ${leadId}`);
  return into === null
    ? "The lead was deleted since."
    : "The lead was merged into another one since. Take that back first.";
}

export const MERGED_SINCE = "Another lead was merged into this one since. Take that back first.";
