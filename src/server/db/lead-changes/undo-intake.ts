import type { StoredLead } from "#shared/lead-record.ts";
import { leadTitle } from "#shared/lead-title.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { changeOf, leadsWithReplies, type Change } from "#server/db/journal/journal-rows.ts";
import { changedFields } from "#server/db/leads/lead-columns.ts";
import { fingerprintOf } from "#server/db/leads/lead-fingerprint.ts";
import { deleteLeads, lockedLeads } from "#server/db/leads/lead-rows.ts";
import type { StoredSourceRow } from "#server/db/leads/source-rows.ts";
import { sql } from "#server/db/engine/sql.ts";
import { inTheWay, type UndoKind } from "#server/db/journal/undo-kind.ts";
import { undoChange } from "#server/db/lead-changes/undo-change.ts";
import { run, type Work } from "#server/db/engine/work.ts";

/** Undo data of an action that took leads in. */
export interface StoredIntake {
  created: { leadId: string; mark: string }[];
  changed: { leadId: string; change: Change }[];
  rows: StoredSourceRow[];
}

/** Collects the undo data of an intake: changes to existing leads, and the leads it created. */
export function* intakeOf(
  engine: Engine,
  before: readonly StoredLead[],
  createdIds: readonly string[],
  rows: readonly StoredSourceRow[],
): Work<StoredIntake> {
  const earlier = new Map(before.map((lead) => [lead.id, lead]));
  const kept: StoredIntake = { created: [], changed: [], rows: [...rows] };
  for (const lead of yield* lockedLeads(engine, [...earlier.keys(), ...createdIds])) {
    const was = earlier.get(lead.id);
    if (was === undefined) kept.created.push({ leadId: lead.id, mark: markOf(lead) });
    else {
      const fields = changedFields(was, lead).filter((field) => field !== "updatedAt");
      if (fields.length > 0) kept.changed.push({ leadId: lead.id, change: changeOf(was, lead, fields) });
    }
  }
  return kept;
}

/** Removes the created leads without a trace, unless one of them has been touched since. */
export const undoIntake: UndoKind<StoredIntake> = {
  *undo(engine, { created, changed, rows }, undoing) {
    const ids = created.map(({ leadId }) => leadId);
    const leads = new Map((yield* lockedLeads(engine, ids)).map((lead) => [lead.id, lead]));
    const answered = yield* leadsWithReplies(engine, ids);
    const touched = created.filter(({ leadId, mark }) => {
      const lead = leads.get(leadId);
      return lead === undefined || answered.has(leadId) || markOf(lead) !== mark;
    });
    if (touched.length > 0) throw inTheWay(reasonOf(touched[0]?.leadId ?? "", touched.length, created.length, leads));
    yield* deleteLeads(engine, ids);
    const topics = new Set<"leads">(["leads"]);
    for (const { leadId, change } of changed) yield* undoChange.undo(engine, change, undoing, leadId);
    for (const row of rows) yield* restoreRow(engine, row);
    return { topics: [...topics], leadIds: [...ids, ...changed.map(({ leadId }) => leadId)] };
  },
};

/** A fingerprint that changes when a person or source touches the lead, but not when rules do. */
function markOf(lead: StoredLead): string {
  return `${fingerprintOf(lead)}${lead.statusSetBy === "person" ? lead.status : ""}`;
}

function reasonOf(leadId: string, touched: number, all: number, leads: ReadonlyMap<string, StoredLead>): string {
  if (all > 1) return `${touched} of the ${all} leads have since been changed or deleted.`;
  const lead = leads.get(leadId);
  return lead === undefined ? "The lead has since been deleted." : `${leadTitle(lead)} has since been changed.`;
}

function* restoreRow(engine: Engine, { sourceId, rowKey, before }: StoredSourceRow): Work<void> {
  if (before === null) {
    yield* run(sql`delete from source_rows where source_id = ${sourceId} and row_key = ${rowKey}`);
    return;
  }
  const row = { source_id: sourceId, row_key: rowKey, content_hash: before.contentHash, lead_id: before.leadId };
  yield* engine.sql.insertMany(
    "source_rows",
    [row],
    "on conflict (source_id, row_key) do update set content_hash = excluded.content_hash, lead_id = excluded.lead_id",
  );
}
