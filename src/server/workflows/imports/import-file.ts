import type { LeadImport } from "#shared/contract/lead-import.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";
import type { BatchDecision, NormalRow } from "#server/intake/decide-batch.ts";
import { normaliseLead } from "#server/intake/normalise.ts";
import { conflict } from "#server/platform/errors.ts";
import type { FileRow } from "#server/sources/file-import/file-row.ts";
import { LeadRows } from "#server/sources/file-import/lead-rows.ts";
import type { Acted } from "#server/store/act.ts";
import type { ImportRecord, ImportWrite, RejectedRow } from "#server/store/import-types.ts";
import { actEntry } from "#server/workflows/journal/act.ts";
import { publicImport, storedFile } from "#server/workflows/imports/imports.ts";
import { beginImportWork, type ImportWork } from "#server/workflows/imports/import-work.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { takeInNormal } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** So many that an index page is written for several rows at once, so few that nobody waits for a batch for long. */
const BATCH = { rows: 750, characters: 2_000_000 };
const ALMOST_ALL = 0.999;
/** One that is running and held by nobody was left by a process that ended. */
const STARTABLE: ReadonlySet<string> = new Set(["ready", "interrupted", "running"]);

/** Rows that are taken in together, each a lead or why it is left out. */
interface RowBatch {
  rows: { row: FileRow; lead: NormalRow | { leftOut: string } }[];
  progress: number;
}

/** Taking a file in: a batch is a transaction with how far it goes, so that a kill loses nothing and doubles nothing. */
export const TAKING_IN: ImportWork = {
  state: "running",
  async begin(workspace, record) {
    if (!STARTABLE.has(record.state)) throw conflict("import_over", "This import is over. Drop the file again.");
    if (record.undo !== null) throw conflict("import_undoing", "This import is being undone. Undo the rest of it.");
    const startedAt = record.startedAt ?? workspace.clock().toISOString();
    return { startedAt, finishedAt: null, message: "", actId: await toldBegun(workspace, record) };
  },
  work: readAndTakeIn,
};

/**
 * Has a job take a file in, or go on with it where it was interrupted: answers as soon as that has begun. Throws
 * not_found, and conflict when it is under way or over.
 */
export async function startImport(workspace: Workspace, id: string): Promise<Acted<LeadImport>> {
  const begun = await beginImportWork(workspace, id, TAKING_IN, (record) =>
    workspace.jobs.add(jobs.importFile(record)),
  );
  return { done: publicImport(begun), actId: begun.actId };
}

/** The import's act in the history, from its start on: what is taken in by then can be taken back. */
async function toldBegun(workspace: Workspace, { id, fileName, actId }: ImportRecord): Promise<string> {
  const words = { title: `Import of ${fileName} begun`, description: "" };
  const { store, feed } = workspace;
  if (actId !== null) {
    await store.journal.retell(actId, words);
    return actId;
  }
  const entry = { ...actEntry(workspace, { kind: "import", ...words }), type: "sync_completed" } as const;
  const added = await store.journal.add(entry, { kind: "import", importId: id });
  feed.changed(["activity"]);
  return added;
}

async function readAndTakeIn(workspace: Workspace, begun: ImportRecord, signal: AbortSignal): Promise<void> {
  const { store, feed, clock } = workspace;
  const { id, fileName } = begun;
  let record = begun;
  // Nothing is left to read when it was ended between its last batch and its end.
  if (record.progress < 1) {
    const batches = batchesOf(workspace, record, signal);
    let next = batches.next();
    try {
      for (let batch = await next; batch.done !== true; batch = await next) {
        signal.throwIfAborted();
        const taking = takeBatch(workspace, record, batch.value);
        // The next batch is read while the database is at this one; what is wrong with it is said when its turn comes.
        next = batches.next();
        next.catch(() => {});
        record = { ...record, ...(await taking) };
        const total = Math.max(record.rowsRead, Math.round(record.rowsRead / record.progress));
        feed.progress({ work: "import", id, label: fileName, done: record.rowsRead, total, finished: false });
        feed.changed(["leads", "imports"]);
        // Other requests are answered between two batches.
        await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      await batches.return(undefined);
    }
  }
  const at = clock().toISOString();
  const message = importSummary(record);
  await store.imports.update(id, { state: "finished", progress: 1, finishedAt: at, message });
  await store.imports.removeParts(id);
  if (record.actId !== null) {
    await store.journal.retell(record.actId, { title: `${fileName} imported`, description: message });
  }
}

/** The rows that have not been taken in yet, in batches of bounded size. */
async function* batchesOf(
  workspace: Workspace,
  record: ImportRecord,
  signal: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const { id: importId, fileName, reading, columns } = record;
  const leads = new LeadRows({ importId, fileName, sheet: reading.sheet, hasHeader: reading.hasHeader, columns });
  let toSkip = record.rowsRead;
  let rows: RowBatch["rows"] = [];
  let characters = 0;
  let done = 0;
  const { dataRows } = await import("#server/sources/file-import/index.ts");
  for await (const piece of dataRows(storedFile(workspace, record), record)) {
    signal.throwIfAborted();
    for (const [at, row] of piece.rows.entries()) {
      if (toSkip > 0) {
        toSkip -= 1;
        continue;
      }
      rows.push({ row, lead: normalRow(leads.read(row)) });
      for (const cell of row.cells) characters += cell.length;
      if (rows.length < BATCH.rows && characters < BATCH.characters) continue;
      // Less than all, until the last row has been taken in.
      const progress = done + ((piece.progress - done) * at) / piece.rows.length;
      yield { rows, progress: Math.min(progress, ALMOST_ALL) };
      rows = [];
      characters = 0;
    }
    done = piece.progress;
  }
  yield { rows, progress: 1 };
}

/** Normal while the database is at the rows before, too. */
function normalRow(read: RawLead | { leftOut: string }): NormalRow | { leftOut: string } {
  return "leftOut" in read ? read : { raw: read, normalised: normaliseLead(read) };
}

/** Takes in a batch, and answers what the import is with it. */
async function takeBatch(workspace: Workspace, record: ImportRecord, batch: RowBatch): Promise<ImportWrite["patch"]> {
  const source: SourceRef = { kind: "file", id: null, name: record.fileName };
  const leads = batch.rows.flatMap(({ lead }) => ("leftOut" in lead ? [] : lead));
  const { decision } = await withJudgement(workspace, (judgement) =>
    takeInNormal(workspace, source, leads, judgement, {
      policy: record.policy,
      isPart: true,
      alongside: (decided) => writeOf(record, batch, decided),
    }),
  );
  return writeOf(record, batch, decision).patch;
}

/** How far the import is with a batch that was decided so, and what it left out. Counts add up to the rows read. */
function writeOf(record: ImportRecord, batch: RowBatch, decision: BatchDecision): ImportWrite {
  const counts = { ...record.counts };
  const rejected: RejectedRow[] = [];
  let decided = 0;
  for (const { row, lead } of batch.rows) {
    const outcome =
      "leftOut" in lead ? { kind: "skipped" as const, reason: lead.leftOut } : decision.outcomes[decided++];
    if (outcome === undefined) continue;
    counts.seen += 1;
    counts[outcome.kind] += 1;
    if (outcome.kind === "skipped") {
      rejected.push({ row: row.number, cells: row.cells, reason: outcome.reason ?? "Left out" });
    }
  }
  const patch = {
    rowsRead: record.rowsRead + batch.rows.length,
    progress: batch.progress,
    counts,
    qualified: record.qualified + decision.newlyQualified.length,
    rejects: record.rejects + rejected.length,
  };
  return { kind: "import", id: record.id, rowsBefore: record.rowsRead, patch, rejected };
}

/** Tells what an import came to, for people. */
function importSummary({ counts, qualified }: ImportRecord): string {
  const parts = [`${counts.seen} rows`, `${counts.created} new`, `${counts.updated} updated`];
  parts.push(`${counts.unchanged} unchanged`);
  if (counts.skipped > 0) parts.push(`${counts.skipped} left out`);
  if (qualified > 0) parts.push(`${qualified} qualified`);
  return parts.join(", ");
}
