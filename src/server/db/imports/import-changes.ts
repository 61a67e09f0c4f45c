import type { StoredLead } from "#shared/lead-record.ts";
import { ERASED_REASON } from "#shared/erased-person.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { IMPORTS, type ImportWrite, SEEN_OF_IMPORTS, withoutRowsOfFile } from "#server/db/imports/import-records.ts";
import { changeOf, type Change } from "#server/db/journal/journal-rows.ts";
import { changedFields, changedSince } from "#server/db/leads/lead-columns.ts";
import { fingerprintOfRow, LASTING_FIELDS, markOf } from "#server/db/leads/lead-fingerprint.ts";
import type { ChangedLead, WrittenBatch } from "#server/db/leads/lead-rows.ts";
import { ofLeads, type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";
import { all, first, isRowId, sql, type Work } from "#server/db/engine/sql.ts";
import { recordTable } from "#server/db/engine/record-table.ts";

export const IMPORT_REJECTS: Table = {
  name: "import_rejects",
  backup: "all",
  seen: SEEN_OF_IMPORTS,
  people: {
    kind: "Skipped rows",
    key: ["import_id", "row_number"],
    texts: ["cells"],
    ofPerson: { cells: "[]" },
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
  if (rejected.some(({ reason }) => reason === ERASED_REASON)) {
    const row = yield* first(sql<{ file_columns: string }>`select file_columns from imports where id = ${id}`);
    if (row !== null) yield* engine.sql.updateMany("imports", [{ id, ...withoutRowsOfFile({ ...row }) }]);
  }
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
export function* newestChanges(id: string, limit: number): Work<ImportChange[]> {
  const newest = sql<StoredRow>`
    select * from import_changes where import_id = ${id} order by lead_id desc limit ${limit}`;
  return (yield* all(newest)).map(CHANGE_CODEC.toRecord);
}

/** Whether the lead has changed since the import. */
export function isTouched(lead: StoredLead, { change, fingerprint }: ImportChange): boolean {
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
