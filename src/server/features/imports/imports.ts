import { LeadImport, type LeadImportUpdate } from "#shared/contract/leads/lead-import.ts";
import { LIMITS } from "#shared/limits.ts";
import { DAY } from "#shared/durations.ts";
import { AppError, conflict, existing, invalid, notFound } from "#server/platform/errors.ts";
import type { FileChoice, InspectedFile } from "#server/pipeline/sources/file-import/index.ts";
import type { StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";
import type { ImportRecord } from "#server/db/imports/import-records.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { BYTE_ORDER_MARK, csvRows } from "#server/features/leads/lead-csv.ts";
import { REJECT_HEADERS } from "#server/pipeline/sources/file-import/column-targets.ts";
import type { Store } from "#server/db/store.ts";

const LISTED = 50;
const LOST = "The file is no longer stored. Upload it again.";

/** The lease of the work on an import. */
export function importLease(id: string): string {
  return `import:${id}`;
}

/** A record in the contract's shape. */
export function publicImport(record: ImportRecord): LeadImport {
  return LeadImport.parse(record);
}

/** The latest imports, without those whose file is still arriving. */
export async function listImports({ store }: Pick<Workspace, "store">): Promise<LeadImport[]> {
  return (await store.imports.list(LISTED)).filter((record) => !isArriving(record)).map(publicImport);
}

/** An import's record. Throws not_found, also while its file is still arriving. */
export async function requireImport({ store }: Pick<Workspace, "store">, id: string): Promise<ImportRecord> {
  const record = await store.imports.get(id);
  if (record === null || isArriving(record)) throw notFound("import");
  return record;
}

/** Whether a record's file hasn't arrived, or never will because its process died. */
function isArriving({ state, startedAt }: ImportRecord): boolean {
  return state === "running" && startedAt === null;
}

/** An import's file from the store. */
export function storedFile({ store }: Pick<Workspace, "store">, record: ImportRecord): StoredFile {
  return {
    name: record.fileName,
    bytes: record.bytes,
    async part(part) {
      const bytes = await store.imports.part(record.id, part);
      if (bytes === null) throw new AppError("file_gone", 409, LOST);
      return bytes;
    },
  };
}

/** An inspected file's fields in the record. Without the right to decide on leads, statuses become other details. */
export function inspected(
  { oddities, columns, ...file }: InspectedFile,
  mayDecide: boolean,
): Pick<ImportRecord, "format" | "reading" | "sheets" | "columns" | "preview" | "message"> {
  const allowed = columns.map((column) =>
    column.target === "status" && !mayDecide ? { ...column, target: "fact" as const } : column,
  );
  return { ...file, columns: allowed, message: oddities.join(" ") };
}

/**
 * Changes how a file is read before it is imported. Throws not_found, import_not_ready once started,
 * not_allowed for statuses from someone who may not decide on leads, and as `inspectFile` does for options that don't
 * fit the file.
 */
export async function changeImport(
  workspace: Workspace,
  id: string,
  update: LeadImportUpdate,
  mayDecide: boolean,
): Promise<LeadImport> {
  if (!mayDecide && update.targets?.includes("status") === true) {
    throw new AppError("not_allowed", 403, "You can't set statuses. Import that column as other details.");
  }
  return whileReady(workspace, id, async (record) => {
    const { policy = record.policy, reading, targets } = update;
    const isReparsed = reading !== undefined && Object.keys(reading).length > 0;
    let changed: Partial<ImportRecord> = { policy };
    if (isReparsed || targets !== undefined) {
      const choice: FileChoice = {
        // The header is detected again after other changes, unless the person chose it.
        reading: isReparsed ? { ...record.reading, hasHeader: undefined, ...reading } : record.reading,
        targets,
        fields: await workspace.store.leadFields.list(),
      };
      const { inspectFile } = await import("#server/pipeline/sources/file-import/index.ts");
      const file = await inspectFile(storedFile(workspace, record), choice);
      if (targets !== undefined && targets.length !== file.columns.length) {
        throw invalid("targets", `The file has ${file.columns.length} columns. Choose a target for each.`);
      }
      changed = { policy, ...inspected(file, mayDecide) };
    }
    const written = existing(await workspace.store.imports.update(id, changed), "import");
    workspace.feed.changed(["imports"]);
    return publicImport(written);
  });
}

/** Deletes an import that wasn't started, with its file. Throws not_found and import_not_ready. */
export async function removeImport(workspace: Workspace, id: string): Promise<void> {
  await whileReady(workspace, id, () => workspace.store.imports.remove(id));
  workspace.feed.changed(["imports"]);
}

async function whileReady<T>(workspace: Workspace, id: string, act: (record: ImportRecord) => Promise<T>): Promise<T> {
  await requireImport(workspace, id);
  const result = await withLease(workspace, importLease(id), async () => {
    const record = await requireImport(workspace, id);
    if (record.state !== "ready") throw notReady();
    return { done: await act(record) };
  });
  if (result !== null) return result.done;
  throw (await requireImport(workspace, id)).state === "ready" ? beingChanged() : notReady();
}

/** 409: someone else is changing how the file is read right now. */
export function beingChanged(): AppError {
  return conflict("import_busy", "This import is being changed. Try again in a moment.");
}

function notReady(): AppError {
  return conflict("import_not_ready", "This import was already started and can't be changed.");
}

/** 413 with what to do. */
export function fileTooLarge(): AppError {
  return new AppError(
    "too_large",
    413,
    `The file is larger than ${LIMITS.import.fileBytes / 1_000_000} MB. Split it into smaller files.`,
  );
}

const EXPIRED = "This import was never started, so its file was deleted.";

/**
 * Deletes uploaded files that nobody has touched for days. An import that was never started goes with its file; an
 * interrupted one stays and can be undone.
 */
export async function forgetOldFiles(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  const before = new Date(clock().getTime() - LIMITS.import.retentionDays * DAY).toISOString();
  for (const { id } of await store.imports.leftSince(before)) {
    await withLease(workspace, importLease(id), async () => {
      const state = (await store.imports.get(id))?.state;
      if (state === "ready") await store.imports.remove(id);
      if (state !== "interrupted") return;
      await store.imports.update(id, { state: "failed", message: EXPIRED });
      await store.imports.removeParts(id);
    });
    feed.changed(["imports"]);
  }
}

/** An upload creates its record a moment before it takes its lease, so a young record is left alone. */
const ARRIVAL_MILLISECONDS = 60_000;

const CUT_OFF = "The server stopped during this import. Resume it to continue from there.";

/**
 * Cleans up imports that no job continues: an incomplete upload is removed, and one whose job was lost or given up can
 * be started again. A held lease means its process is alive.
 */
export async function recoverImports(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { id } of await store.imports.unfinished()) {
    await withLease(workspace, importLease(id), async () => {
      const now = await store.imports.get(id);
      if (now === null) return;
      if (isArriving(now)) {
        if (clock().getTime() - Date.parse(now.createdAt) > ARRIVAL_MILLISECONDS) await store.imports.remove(id);
      } else if ((await workspace.jobs.ofKey(jobs.importFile(now).key)) === null) {
        const finishedAt = clock().toISOString();
        await store.imports.update(id, { state: "interrupted", finishedAt, message: CUT_OFF });
        feed.changed(["imports"]);
      }
    });
  }
}

const PAGE = 500;

/**
 * The rejected rows of an import as CSV in chunks: row number and reason, then the file's own columns, so that they can
 * be fixed and imported again.
 */
export async function* streamRejectedRows(
  { imports }: Pick<Store, "imports">,
  { id, columns }: Pick<ImportRecord, "id" | "columns">,
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK + csvRows([[...REJECT_HEADERS, ...columns.map(({ name }) => name)]]);
  for (let after = 0; ;) {
    const rows = await imports.rejected(id, after, PAGE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield csvRows(rows.map(({ row, reason, cells }) => [String(row), reason, ...cells]));
    after = last.row;
  }
}
