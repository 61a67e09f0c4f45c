import { sql } from "kysely";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import { changeOf, leadsWithReplies, type Change } from "#server/store/journal-rows.ts";
import { changedFields } from "#server/store/lead-columns.ts";
import { fingerprintOf } from "#server/store/lead-fingerprint.ts";
import { deleteLeads, lockedLeads } from "#server/store/lead-rows.ts";
import type { KeptRow } from "#server/store/source-rows.ts";
import { inTheWay, type UndoKind } from "#server/store/undo/undo-kind.ts";
import { undoChange } from "#server/store/undo/undo-change.ts";
import { run, type Work } from "#server/store/work.ts";

/** What taking back an act keeps that took leads in. */
export interface KeptIntake {
  created: { leadId: string; mark: string }[];
  changed: { leadId: string; change: Change }[];
  rows: KeptRow[];
}

/** What has become of leads that were there before an intake, and what it made. */
export function* intakeOf(
  engine: Engine,
  before: readonly StoredLead[],
  createdIds: readonly string[],
  rows: readonly KeptRow[],
): Work<KeptIntake> {
  const earlier = new Map(before.map((lead) => [lead.id, lead]));
  const kept: KeptIntake = { created: [], changed: [], rows: [...rows] };
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

/** Removes the leads that were taken in as if they had never been, unless anything has been done with one of them. */
export const undoIntake: UndoKind<KeptIntake> = {
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

/** Tells a lead that anybody or any source has touched since; what rules made of it is not of that. */
function markOf(lead: StoredLead): string {
  return `${fingerprintOf(lead)}${lead.statusSetBy === "person" ? lead.status : ""}`;
}

function reasonOf(leadId: string, touched: number, all: number, leads: ReadonlyMap<string, StoredLead>): string {
  if (all > 1) return `${touched} of the ${all} leads were changed or deleted since.`;
  const lead = leads.get(leadId);
  return lead === undefined ? "The lead was deleted since." : `${lead.name} was changed since.`;
}

function* restoreRow(engine: Engine, { sourceId, rowKey, before }: KeptRow): Work<void> {
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
