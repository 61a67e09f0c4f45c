import { sql, type Selectable } from "kysely";
import type { StoredLead } from "#shared/lead-record.ts";
import { ERASED_REASON } from "#shared/erased-person.ts";
import { conflict } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import { importRecords } from "#server/store/import-records.ts";
import type { ImportWrite } from "#server/store/import-types.ts";
import { changeOf, type Change } from "#server/store/journal-rows.ts";
import { changedFields, changedSince } from "#server/store/lead-columns.ts";
import { fingerprintOf, fingerprintOfRow, LASTING_FIELDS } from "#server/store/lead-fingerprint.ts";
import type { ChangedLead } from "#server/store/lead-rows.ts";
import { isRowId } from "#server/store/row-id.ts";
import { withoutRowsOfFile } from "#server/store/people/personal-tables.ts";
import type { Tables } from "#server/store/tables.ts";
import { all, first, type Work } from "#server/store/work.ts";
import type { WrittenBatch } from "#server/store/written-batch.ts";

/** How a lead was before an import and how the import left it; `change` is null for one that it created. */
interface ImportChange {
  leadId: string;
  change: Change | null;
  fingerprint: string | null;
}

const REPLACE_CHANGE =
  "on conflict (import_id, lead_id) do update set undo = excluded.undo, fingerprint = excluded.fingerprint";
const LASTING: ReadonlySet<keyof StoredLead> = new Set(LASTING_FIELDS);

/** Writes how far an import is, the rows it left out, and what this batch of it did to leads. */
export function* writeImport(engine: Engine, write: ImportWrite, batch: WrittenBatch): Work<void> {
  const { id, rowsBefore, patch, rejected } = write;
  yield* requireImport(engine, id, rowsBefore);
  yield* engine.sql.updateMany("imports", [{ id, ...importRecords().rowOf(patch) }]);
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
  const created = batch.rows.map((row, index) => ({
    leadId: batch.ids[index] ?? "",
    change: null,
    fingerprint: fingerprintOfRow(row),
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
  if (found === null) throw conflict("import_gone", "The import was deleted in the meantime.");
  if (found.rows_read !== rowsBefore) throw conflict("import_goes_on", "Another process goes on with this import.");
}

/** What of an import is to be remembered of leads that were there before this batch. */
function* changesOf(engine: Engine, id: string, updates: readonly ChangedLead[]): Work<ImportChange[]> {
  if (updates.length === 0) return [];
  const earlier = yield* earlierChanges(engine, id, updates);
  return updates.flatMap(({ before, after }) => {
    const known = earlier.get(before.id);
    const fields = changedFields(before, after).filter((field) => LASTING.has(field));
    if (fields.length === 0) return [];
    const change = changeOf(before, after, fields);
    if (known === undefined) return { leadId: before.id, change, fingerprint: null };
    // Touched by someone else since: what is remembered stays as it was, by which the undo will find that out.
    if (isTouched(before, known)) return [];
    if (known.change === null) return { ...known, fingerprint: fingerprintOf(after) };
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

/** The next changes to take back, those of the newest leads. */
export function* newestChanges(engine: Engine, id: string, limit: number): Work<ImportChange[]> {
  const newest = engine.build.selectFrom("import_changes").selectAll().where("import_id", "=", id);
  return (yield* all(newest.orderBy("lead_id", "desc").limit(limit))).map(changeOfRow);
}

/** Whether the lead is no longer as the import left it. */
export function isTouched(lead: StoredLead, { change, fingerprint }: ImportChange): boolean {
  return change === null ? fingerprintOf(lead) !== fingerprint : changedSince(lead, change.after).length > 0;
}

function* earlierChanges(engine: Engine, id: string, updates: readonly ChangedLead[]): Work<Map<string, ImportChange>> {
  const ofThese = engine.sql.isOneOf(
    "lead_id",
    updates.map(({ before }) => before.id),
  );
  const found = engine.build.selectFrom("import_changes").selectAll().where("import_id", "=", id).where(ofThese);
  const changes = (yield* all(found)).map(changeOfRow);
  return new Map(changes.map((change) => [change.leadId, change]));
}

function changeOfRow(row: Selectable<Tables["import_changes"]>): ImportChange {
  return {
    leadId: String(row.lead_id),
    // Only writeImport writes this column.
    change: row.undo === null ? null : (JSON.parse(row.undo) as Change),
    fingerprint: row.fingerprint,
  };
}
