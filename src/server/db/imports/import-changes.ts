import type { StoredLead } from "#shared/lead-record.ts";
import { ERASED_REASON } from "#shared/erased-person.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import {
  IMPORTS,
  SEEN_OF_IMPORTS,
  withoutRowsOfFile,
  type ImportRecord,
  type ImportUndoStep,
  type ImportWrite,
} from "#server/db/imports/import-records.ts";
import { changeOf, leadsDiscussed, type Change } from "#server/db/journal/journal-rows.ts";
import { changedFields, changedSince } from "#server/db/leads/lead-columns.ts";
import { fingerprintOfRow, LASTING_FIELDS, markOf } from "#server/db/leads/lead-fingerprint.ts";
import {
  deleteLeads,
  freeEmailKeys,
  lockedLeads,
  writeLeads,
  type ChangedLead,
  type WrittenBatch,
} from "#server/db/leads/lead-rows.ts";
import { ofLeads, rowCodec, stored, type RecordOf, type StoredRow, type Table } from "#server/db/engine/table.ts";
import { all, first, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import type { Undoing } from "#server/db/journal/undo-kind.ts";
import { withLivingOwners } from "#server/db/leads/lead-owner.ts";
import { followRules } from "#server/db/rules/rescore-wanted.ts";

export const IMPORT_REJECTS: Table = {
  name: "import_rejects",
  backup: "all",
  seen: SEEN_OF_IMPORTS,
  people: {
    kind: "Skipped rows",
    key: ["import_id", "row_number"],
    texts: ["cells", "reason"],
    // The reason names the lead that a row was skipped for.
    ofPerson: { cells: "[]", reason: "Erased" },
  },
};

export const IMPORT_CHANGES: Table = {
  name: "import_changes",
  backup: "all",
  people: ofLeads("Import changes", ["import_id", "lead_id"], ["undo"]),
};

const CHANGE_CODEC = rowCodec({
  leadId: stored.id(),
  /** Null for a lead the import created. */
  change: stored.json<Change | null>("undo"),
  fingerprint: stored.plain<string | null>(),
});

/** A lead before and after an import. */
type ImportChange = RecordOf<typeof CHANGE_CODEC>;

const REPLACE_CHANGE =
  "on conflict (import_id, lead_id) do update set undo = excluded.undo, fingerprint = excluded.fingerprint";
const LASTING: ReadonlySet<keyof StoredLead> = new Set(LASTING_FIELDS);

/** Writes an import's progress, its rejected rows, and this batch's changes to leads. */
export function* writeImport(engine: Engine, write: ImportWrite, batch: WrittenBatch): Work<void> {
  const { id, rowsBefore, patch, rejected } = write;
  yield* requireImport(engine, id, rowsBefore);
  yield* engine.sql.updateMany("imports", [{ id, ...recordTable(IMPORTS).rowOf(patch) }]);
  const rejects = rejected.map(({ row, cells, reason }) => ({
    import_id: id,
    row_number: row,
    cells: JSON.stringify(reason === ERASED_REASON ? [] : cells),
    reason,
  }));
  yield* engine.sql.insertMany("import_rejects", rejects, "on conflict (import_id, row_number) do nothing");
  if (rejected.some(({ reason }) => reason === ERASED_REASON)) yield* forgetRowsOfFile(engine, id);
  const created = batch.creates.map((lead, index) => ({
    leadId: batch.ids[index] ?? "",
    change: null,
    fingerprint: markOf(lead, fingerprintOfRow(batch.rows[index] ?? {}, lead)),
  }));
  const changes = [...created, ...(yield* changesOf(engine, id, batch.updates))];
  yield* engine.sql.insertMany(
    "import_changes",
    changes.map(({ leadId, change, fingerprint }) => ({
      import_id: id,
      lead_id: leadId,
      undo: change === null ? null : JSON.stringify(change),
      fingerprint,
    })),
    REPLACE_CHANGE,
  );
}

/** Deletes what an import's record shows of its file's rows. */
export function* forgetRowsOfFile(engine: Engine, id: string): Work<void> {
  const row = yield* first(sql<{ file_columns: string }>`select file_columns from imports where id = ${id}`);
  if (row !== null) yield* engine.sql.updateMany("imports", [{ id, ...withoutRowsOfFile({ ...row }) }]);
}

function* requireImport(engine: Engine, id: string, rowsBefore: number): Work<void> {
  const rowsRead = sql<{ rows_read: number }>`select rows_read from imports where id = ${id} ${engine.sql.forUpdate}`;
  const found = isRowId(id) ? yield* first(rowsRead) : null;
  if (found === null) throw conflict("import_gone", "The import was deleted.");
  if (found.rows_read !== rowsBefore) throw conflict("import_goes_on", "Another process is running this import.");
}

/** The undo data of leads that existed before this batch. */
function* changesOf(engine: Engine, id: string, updates: readonly ChangedLead[]): Work<ImportChange[]> {
  if (updates.length === 0) return [];
  const earlier = yield* earlierChanges(engine, id, updates);
  return updates.flatMap(({ before, after }) => {
    const known = earlier.get(before.id);
    // A status that the file gives stays, unlike one by rules.
    const isGiven = after.statusSetBy !== before.statusSetBy;
    const fields = changedFields(before, after).filter(
      (field) => LASTING.has(field) || (field === "status" && isGiven),
    );
    if (fields.length === 0) return [];
    const change = changeOf(before, after, fields);
    if (known === undefined) return { leadId: before.id, change, fingerprint: null };
    // Touched by someone else since: keeping the old fingerprint lets the undo detect that.
    if (isTouched(before, known)) return [];
    if (known.change === null) return { ...known, fingerprint: markOf(after) };
    return {
      ...known,
      change: {
        ...change,
        before: { ...change.before, ...known.change.before },
        after: { ...known.change.after, ...change.after },
      },
    };
  });
}

/** The next changes to undo, newest leads first. */
function* newestChanges(id: string, limit: number): Work<ImportChange[]> {
  const newest = sql<StoredRow>`
    select * from import_changes where import_id = ${id} order by lead_id desc limit ${limit}`;
  return (yield* all(newest)).map(CHANGE_CODEC.toRecord);
}

/** Whether the lead has changed since the import. */
function isTouched(lead: StoredLead, { change, fingerprint }: ImportChange): boolean {
  return change === null ? markOf(lead) !== fingerprint : changedSince(lead, change.after).length > 0;
}

function* earlierChanges(engine: Engine, id: string, updates: readonly ChangedLead[]): Work<Map<string, ImportChange>> {
  const ofThese = engine.sql.isOneOf(
    "lead_id",
    updates.map(({ before }) => before.id),
  );
  const found = sql<StoredRow>`select * from import_changes where import_id = ${id} and ${ofThese}`;
  const changes = (yield* all(found)).map(CHANGE_CODEC.toRecord);
  return new Map(changes.map((change) => [change.leadId, change]));
}

/** Undoes the newest `limit` changes of an import. */
export function* undoImportStep(engine: Engine, id: string, limit: number, undoing: Undoing): Work<ImportUndoStep> {
  if (!isRowId(id)) return { removed: 0, restored: 0, kept: 0, isDone: true };
  const changes = yield* newestChanges(id, limit);
  const leadIds = changes.map(({ leadId }) => leadId);
  // Leads that a person deleted since are missing here and not counted.
  const leads = new Map((yield* lockedLeads(engine, leadIds)).map((lead) => [lead.id, lead]));
  const discussed = yield* leadsDiscussed(engine, leadIds);
  const toRemove: string[] = [];
  const toRestore: ChangedLead[] = [];
  for (const change of changes) {
    const lead = leads.get(change.leadId);
    if (lead === undefined || isTouched(lead, change)) continue;
    if (change.change !== null) {
      const after = { ...undoing.rescore({ ...lead, ...change.change.before }), updatedAt: undoing.at };
      toRestore.push({ before: lead, after });
    } else if (!discussed.has(lead.id)) toRemove.push(lead.id);
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
