import { sql } from "kysely";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import type { RemovedRow } from "#server/store/journal-rows.ts";
import { writeLead } from "#server/store/lead-edit.ts";
import { restoreLeads } from "#server/store/lead-removal.ts";
import { lockedLead } from "#server/store/lead-rows.ts";
import { moveBack, type Moved } from "#server/store/merged-records.ts";
import { MERGED_SINCE, mergedSince, whereItWent } from "#server/store/undo/merged-since.ts";
import { partedSince } from "#server/store/undo/parted-since.ts";
import { changedAgain, SEEN } from "#server/store/undo/undo-change.ts";
import { inTheWay, type UndoKind } from "#server/store/undo/undo-kind.ts";
import { run, type Work } from "#server/store/work.ts";

/** What a merge keeps: both leads as they were, what it made of them, and what followed the one that went. */
export interface KeptMerge {
  lead: StoredLead;
  other: StoredLead;
  after: StoredLead;
  rows: RemovedRow[];
  otherRows: RemovedRow[];
  moved: Moved;
}

/**
 * Makes two leads of a merged one, each as it was and under its own id, unless people see the merged one otherwise by now.
 * What its sources have told since goes to the lead whose row told it.
 */
export const undoMerge: UndoKind<KeptMerge> = {
  *undo(engine, kept, { actId, judge }) {
    const { lead, other, after, otherRows, moved } = kept;
    const merged = yield* lockedLead(engine, lead.id);
    if (merged === null) throw inTheWay(yield* whereItWent(lead.id));
    if ((yield* mergedSince(engine, [lead.id], actId)).size > 0) throw inTheWay(MERGED_SINCE);
    const field = changedAgain(merged, seenOf(merged, after));
    if (field !== null)
      throw inTheWay(`The ${SEEN[field]} of the merged lead was changed since, to “${merged[field]}”.`);

    const [mine, theirs] = partedSince(kept, merged);
    yield* writeLead(engine, merged, judge(mine));
    yield* restoreLeads(engine, [{ lead: other, rows: [], after: judge(theirs) }]);
    yield* giveRowsBack(engine, lead.id, other.id, otherRows);
    yield* run(sql`delete from lead_aliases where old_id = ${other.id}`);
    yield* moveBack(engine, lead.id, other.id, moved);
    return { topics: ["leads", "duplicates"], leadIds: [lead.id, other.id] };
  },
};

/** What people see of the lead as the merge left it; a status that rules give says nothing of what they did since. */
function seenOf(merged: StoredLead, after: StoredLead): Partial<StoredLead> {
  const seen: Partial<StoredLead> = Object.fromEntries(
    (Object.keys(SEEN) as (keyof typeof SEEN)[]).map((field) => [field, after[field]]),
  );
  const isByRules = merged.statusSetBy === "rule" && after.statusSetBy === "rule";
  return isByRules ? { ...seen, status: merged.status } : seen;
}

/** The rows of sources that were the other's are its again; those forgotten since with their source stay so. */
function* giveRowsBack(engine: Engine, leadId: string, otherId: string, rows: readonly RemovedRow[]): Work<void> {
  for (const sourceId of new Set(rows.map((row) => row.sourceId))) {
    const keys = rows.filter((row) => row.sourceId === sourceId).map(({ rowKey }) => rowKey);
    yield* run(sql`update source_rows set lead_id = ${otherId}
      where source_id = ${sourceId} and ${engine.sql.isOneOf("row_key", keys)} and lead_id = ${leadId}`);
  }
}
