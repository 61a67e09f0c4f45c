import type { Engine } from "#server/db/engine/engine.ts";
import { isTouched, newestChanges } from "#server/db/imports/import-changes.ts";
import { type ImportRecord, IMPORTS, type ImportUndoStep } from "#server/db/imports/import-records.ts";
import { leadsWithReplies } from "#server/db/journal/journal-rows.ts";
import type { Undoing } from "#server/db/journal/undo-kind.ts";
import { withLivingOwners } from "#server/db/leads/lead-owner.ts";
import { deleteLeads, freeEmailKeys, lockedLeads, writeLeads, type ChangedLead } from "#server/db/leads/lead-rows.ts";
import { followRules } from "#server/db/rules/rescore-wanted.ts";
import { all, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import { recordTable } from "#server/db/engine/record-table.ts";

/** Undoes the newest `limit` changes of an import. */
export function* undoImportStep(engine: Engine, id: string, limit: number, undoing: Undoing): Work<ImportUndoStep> {
  if (!isRowId(id)) return { removed: 0, restored: 0, kept: 0, isDone: true };
  const changes = yield* newestChanges(id, limit);
  const leadIds = changes.map(({ leadId }) => leadId);
  // Leads that a person deleted since are missing here and not counted.
  const leads = new Map((yield* lockedLeads(engine, leadIds)).map((lead) => [lead.id, lead]));
  const answered = yield* leadsWithReplies(engine, leadIds);
  const toRemove: string[] = [];
  const toRestore: ChangedLead[] = [];
  for (const change of changes) {
    const lead = leads.get(change.leadId);
    if (lead === undefined || isTouched(lead, change)) continue;
    if (change.change !== null) {
      const after = { ...undoing.rescore({ ...lead, ...change.change.before }), updatedAt: undoing.at };
      toRestore.push({ before: lead, after });
    } else if (!answered.has(lead.id)) toRemove.push(lead.id);
  }
  // Deleted first, so that their addresses can return to previous owners.
  yield* deleteLeads(engine, toRemove);
  const owners = yield* withLivingOwners(
    engine,
    toRestore.map(({ after }) => after),
  );
  const restored = yield* withFreeEmails(
    engine,
    toRestore.map(({ before, after }, index) => ({ before, after: owners[index] ?? after })),
  );
  yield* freeEmailKeys(engine, restored);
  yield* writeLeads(engine, restored);
  const ofThese = engine.sql.isOneOf("lead_id", leadIds);
  yield* run(sql`delete from import_changes where import_id = ${id} and ${ofThese}`);
  yield* followRules(engine, undoing);
  const step = {
    removed: toRemove.length,
    restored: restored.length,
    kept: leads.size - toRemove.length - restored.length,
  };
  yield* addToUndo(id, step);
  return { ...step, isDone: changes.length < limit };
}

/** Adds a step's counts to the record in the step's transaction, so that a crash loses none. */
function* addToUndo(id: string, { removed, restored, kept }: NonNullable<ImportRecord["undo"]>): Work<void> {
  const imports = recordTable(IMPORTS);
  const sum = (yield* imports.get(id))?.undo ?? { removed: 0, restored: 0, kept: 0 };
  const undo = { removed: sum.removed + removed, restored: sum.restored + restored, kept: sum.kept + kept };
  yield* imports.update(id, { undo });
}

/** Drops changes whose former address now belongs to another lead. */
function* withFreeEmails(engine: Engine, changes: readonly ChangedLead[]): Work<ChangedLead[]> {
  const claimed = new Map<string, ChangedLead>();
  for (const change of changes) {
    const { before, after } = change;
    if (after.emailKey !== null && after.emailKey !== before.emailKey) claimed.set(after.emailKey, change);
  }
  if (claimed.size === 0) return [...changes];
  const found = sql<{ id: string | number; email_key: string | null }>`
    select id, email_key from leads where ${engine.sql.isOneOf("email_key", [...claimed.keys()])}`;
  const owners = new Map((yield* all(found)).map((row) => [row.email_key, String(row.id)]));
  let left = changes.filter((change) => (claimed.get(change.after.emailKey ?? "") ?? change) === change);
  for (;;) {
    const givingUp = new Set(
      left.filter(({ before, after }) => before.emailKey !== after.emailKey).map(({ before }) => before.id),
    );
    const free = left.filter(({ before, after }) => {
      const owner = owners.get(after.emailKey);
      return owner === undefined || owner === before.id || givingUp.has(owner);
    });
    // A dropped lead keeps its address, so leads waiting for that address are dropped in the next round.
    if (free.length === left.length) return free;
    left = free;
  }
}
