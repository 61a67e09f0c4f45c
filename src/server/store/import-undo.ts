import type { StoredLead } from "#shared/lead-record.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import { isTouched, newestChanges } from "#server/store/import-changes.ts";
import { importRecords } from "#server/store/import-records.ts";
import type { ImportRecord, ImportUndoStep } from "#server/store/import-types.ts";
import { leadsWithReplies } from "#server/store/journal-rows.ts";
import { deleteLeads, freeEmailKeys, lockedLeads, writeLeads, type ChangedLead } from "#server/store/lead-rows.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { Scored } from "#server/store/types.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** Another process may take an address between the look at it and the write; then the step is done once more. */
const ATTEMPTS = 5;

interface Undoing extends Scored {
  at: string;
  judge: (lead: StoredLead) => StoredLead;
}

/** Takes back the newest `limit` of what an import did to leads, all in one transaction. */
export async function undoImportStep(
  engine: Engine,
  id: string,
  limit: number,
  undoing: Undoing,
): Promise<ImportUndoStep> {
  if (!isRowId(id)) return { removed: 0, restored: 0, kept: 0, isDone: true };
  for (let tries = 1; ; tries += 1) {
    try {
      return await engine.transact(() => undoStep(engine, id, limit, undoing));
    } catch (error) {
      if (!(error instanceof AppError) || error.id !== "lead_conflict" || tries === ATTEMPTS) throw error;
    }
  }
}

function* undoStep(engine: Engine, id: string, limit: number, undoing: Undoing): Work<ImportUndoStep> {
  const changes = yield* newestChanges(engine, id, limit);
  const leadIds = changes.map(({ leadId }) => leadId);
  // Those that a person has deleted since are not among them, and count as nothing.
  const leads = new Map((yield* lockedLeads(engine, leadIds)).map((lead) => [lead.id, lead]));
  const answered = yield* leadsWithReplies(engine, leadIds);
  const toRemove: string[] = [];
  const toRestore: ChangedLead[] = [];
  for (const change of changes) {
    const lead = leads.get(change.leadId);
    if (lead === undefined || isTouched(lead, change)) continue;
    if (change.change !== null) {
      const after = { ...undoing.judge({ ...lead, ...change.change.before }), updatedAt: undoing.at };
      toRestore.push({ before: lead, after });
    } else if (!answered.has(lead.id)) toRemove.push(lead.id);
  }
  // First, so that an address which one of them had can go back to its owner.
  yield* deleteLeads(engine, toRemove);
  const restored = yield* withFreeEmails(engine, toRestore);
  yield* freeEmailKeys(engine, restored);
  yield* writeLeads(engine, restored);
  const ofThese = engine.sql.isOneOf("lead_id", leadIds);
  yield* run(engine.build.deleteFrom("import_changes").where("import_id", "=", id).where(ofThese));
  yield* followRules(engine, undoing);
  const step = {
    removed: toRemove.length,
    restored: restored.length,
    kept: leads.size - toRemove.length - restored.length,
  };
  yield* addToUndo(id, step);
  return { ...step, isDone: changes.length < limit };
}

/** The record tells of all steps; in their transactions, so that a kill between two loses no count. */
function* addToUndo(id: string, { removed, restored, kept }: NonNullable<ImportRecord["undo"]>): Work<void> {
  const imports = importRecords();
  const sum = (yield* imports.get(id))?.undo ?? { removed: 0, restored: 0, kept: 0 };
  const undo = { removed: sum.removed + removed, restored: sum.restored + restored, kept: sum.kept + kept };
  yield* imports.update(id, { undo });
}

/** Without those whose former address belongs to another lead by now. */
function* withFreeEmails(engine: Engine, changes: readonly ChangedLead[]): Work<ChangedLead[]> {
  const claimed = new Map<string, ChangedLead>();
  for (const change of changes) {
    const { before, after } = change;
    if (after.emailKey !== null && after.emailKey !== before.emailKey) claimed.set(after.emailKey, change);
  }
  if (claimed.size === 0) return [...changes];
  const found = engine.build
    .selectFrom("leads")
    .select(["id", "email_key"])
    .where(engine.sql.isOneOf("email_key", [...claimed.keys()]));
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
    // One that stays keeps its address from others that counted on it.
    if (free.length === left.length) return free;
    left = free;
  }
}
