import { inEnglish } from "#shared/counted.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { leadTitle } from "#shared/lead-title.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { changeOf, leadsDiscussed, type Change } from "#server/db/journal/journal-rows.ts";
import { changedFields } from "#server/db/leads/lead-columns.ts";
import { markOf } from "#server/db/leads/lead-fingerprint.ts";
import { deleteLeads, lockedLeads } from "#server/db/leads/lead-rows.ts";
import { knownRowLeads, REPLACE_ROW, type StoredSourceRow } from "#server/db/leads/source-rows.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";
import { inTheWay, reasonInTheWay, type UndoKind } from "#server/db/journal/undo-kind.ts";
import { undoChange } from "#server/db/lead-changes/undo-change.ts";

/** Undo data of an action that took leads in. */
export interface StoredIntake {
  created: { leadId: string; mark: string }[];
  changed: { leadId: string; change: Change }[];
  rows: StoredSourceRow[];
  /** Undo skips leads that have changed since; otherwise they block it. */
  keepsChanged?: true;
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

/**
 * Removes the created leads without a trace and restores the changed ones. A lead that has been touched since stays as
 * it is if the action allows that, and otherwise blocks the undo.
 */
export const undoIntake: UndoKind<StoredIntake> = {
  *undo(engine, { created, changed, rows, keepsChanged = false }, undoing) {
    const ids = created.map(({ leadId }) => leadId);
    const leads = new Map((yield* lockedLeads(engine, ids)).map((lead) => [lead.id, lead]));
    const discussed = yield* leadsDiscussed(engine, ids);
    const touched = created.filter(({ leadId, mark }) => {
      const lead = leads.get(leadId);
      return lead === undefined || discussed.has(leadId) || markOf(lead) !== mark;
    });
    if (touched.length > 0 && !keepsChanged) {
      throw inTheWay(reasonOf(touched[0]?.leadId ?? "", touched.length, created.length, leads));
    }
    const kept = new Set(touched.map(({ leadId }) => leadId));
    yield* deleteLeads(
      engine,
      ids.filter((id) => !kept.has(id)),
    );
    for (const { leadId, change } of changed) {
      try {
        yield* undoChange.undo(engine, change, undoing, leadId);
      } catch (error) {
        if (!keepsChanged || reasonInTheWay(error) === null) throw error;
        kept.add(leadId);
      }
    }
    const all = [...ids, ...changed.map(({ leadId }) => leadId)];
    if (kept.size === all.length) throw inTheWay("All of these leads have since been changed or deleted.");
    const rowLeads = kept.size === 0 ? new Map<string, string>() : yield* leadsOfRows(engine, rows);
    for (const row of rows) if (!kept.has(rowLeads.get(row.rowKey) ?? "")) yield* restoreRow(engine, row);
    const description = `${inEnglish(all.length - kept.size)} restored, ${inEnglish(kept.size)} skipped because they have changed since`;
    return {
      topics: ["leads"],
      leadIds: all.filter((id) => !kept.has(id)),
      ...(kept.size > 0 && { description }),
    };
  },
};

/** The leads that these rows have now. */
function* leadsOfRows(engine: Engine, rows: readonly StoredSourceRow[]): Work<Map<string, string>> {
  const rowKeys = rows.map(({ rowKey }) => rowKey);
  return yield* knownRowLeads(engine, { id: rows[0]?.sourceId ?? null }, rowKeys);
}

function reasonOf(leadId: string, touched: number, all: number, leads: ReadonlyMap<string, StoredLead>): string {
  if (all > 1) return `${inEnglish(touched)} of the ${inEnglish(all)} leads have since been changed or deleted.`;
  const lead = leads.get(leadId);
  return lead === undefined ? "The lead has since been deleted." : `${leadTitle(lead)} has since been changed.`;
}

function* restoreRow(engine: Engine, { sourceId, rowKey, before }: StoredSourceRow): Work<void> {
  if (before === null) {
    yield* run(sql`delete from source_rows where source_id = ${sourceId} and row_key = ${rowKey}`);
    return;
  }
  const row = { source_id: sourceId, row_key: rowKey, content_hash: before.contentHash, lead_id: before.leadId };
  yield* engine.sql.insertMany("source_rows", [row], REPLACE_ROW);
}
