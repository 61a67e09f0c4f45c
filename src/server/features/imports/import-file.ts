import { counted, inEnglish } from "#shared/counted.ts";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";
import { acting, actAs } from "#server/platform/acting.ts";
import { conflict } from "#server/platform/errors.ts";
import type { BatchDecision, NormalRow } from "#server/pipeline/intake/decide-batch.ts";
import { normalizeLead } from "#server/pipeline/intake/normalize.ts";
import type { FileRow } from "#server/pipeline/sources/file-import/file-row.ts";
import { LeadRows } from "#server/pipeline/sources/file-import/lead-rows.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { ImportRecord, ImportWrite, RejectedRow } from "#server/db/imports/import-records.ts";
import { actionEntry } from "#server/features/journal/act.ts";
import { publicImport, storedFile } from "#server/features/imports/imports.ts";
import { beginImportWork, type ImportWork } from "#server/features/imports/import-work.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { sightOfName } from "#server/features/accounts/sight.ts";
import { LEAD_OF_OTHER, rowsOfOthers } from "#server/features/leads/rows-of-others.ts";
import { takeInNormal } from "#server/features/leads/take-in.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { withTagIds } from "#server/features/tags/tags.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import type { Workspace } from "#server/workspace.ts";

/** Large enough to write several rows per index page, small enough that nobody waits long for a batch. */
const BATCH = { rows: 750, characters: 2_000_000 };
const ALMOST_ALL = 0.999;
/** A running import that nobody holds was left by a dead process. */
const STARTABLE: ReadonlySet<string> = new Set(["ready", "interrupted", "running"]);

/** Rows imported together, each a lead or the reason it was rejected. */
interface RowBatch {
  rows: { row: FileRow; lead: NormalRow | { skipped: string } }[];
  progress: number;
}

/** Imports a file: each batch is a transaction with its progress, so a kill neither loses nor duplicates rows. */
export const TAKING_IN: ImportWork = {
  state: "running",
  async begin(workspace, record) {
    if (!STARTABLE.has(record.state)) throw conflict("import_over", "This import is finished. Upload the file again.");
    if (record.undo !== null) throw conflict("import_undoing", "This import is being undone. Finish undoing it.");
    const startedAt = record.startedAt ?? workspace.clock().toISOString();
    return { startedAt, finishedAt: null, message: "", actId: await recordStart(workspace, record) };
  },
  work: readAndTakeIn,
};

/**
 * Starts or resumes an import in a job and returns as soon as it has begun. Throws not_found, and conflict if it is
 * under way or finished.
 */
export async function startImport(workspace: Workspace, id: string): Promise<Acted<LeadImport>> {
  const begun = await beginImportWork(workspace, id, TAKING_IN, (record) =>
    workspace.jobs.add(jobs.importFile(record)),
  );
  return { done: publicImport(begun), actId: begun.actId };
}

/** The import's history entry, added at its start: whatever has been imported can be undone. */
async function recordStart(workspace: Workspace, { id, fileName, actId }: ImportRecord): Promise<string> {
  const words = { title: `Import of ${fileName} started`, description: "" };
  const { store, feed } = workspace;
  if (actId !== null) {
    await store.journal.rewrite(actId, words);
    return actId;
  }
  const entry = { ...actionEntry(workspace, { kind: "import", ...words }), type: "sync_completed" } as const;
  const added = await store.journal.add(entry, { kind: "import", importId: id });
  feed.changed(["activity"]);
  return added;
}

async function readAndTakeIn(workspace: Workspace, begun: ImportRecord, signal: AbortSignal): Promise<void> {
  const { store, feed, clock } = workspace;
  const { id, fileName } = begun;
  let record = begun;
  // Nothing is left to read if it was stopped between its last batch and its end.
  if (record.progress < 1) {
    const batches = batchesOf(workspace, record, signal);
    let next = batches.next();
    try {
      for (let batch = await next; batch.done !== true; batch = await next) {
        signal.throwIfAborted();
        const taking = takeBatch(workspace, record, batch.value);
        // The next batch is read while this one is written; its error is thrown when it is used.
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
  const words = { title: `${fileName} imported`, description: message };
  const finished = { state: "finished", progress: 1, finishedAt: at, message } as const;
  // Canceled too late, unless it is already being undone.
  const ended = await store.imports.end(id, ["running", "interrupted"], finished, words);
  if (ended !== null) await store.imports.removeParts(id);
}

/** The rows not imported yet, in batches of bounded size. */
async function* batchesOf(
  workspace: Workspace,
  record: ImportRecord,
  signal: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const { id: importId, fileName, reading, columns } = record;
  const { timeZone } = await reportClock(workspace);
  const fields = await workspace.store.leadFields.list();
  const { sheet, hasHeader } = reading;
  const leads = new LeadRows({ importId, fileName, sheet, hasHeader, columns, timeZone, fields });
  let toSkip = record.rowsRead;
  let rows: RowBatch["rows"] = [];
  let characters = 0;
  let done = 0;
  const { dataRows } = await import("#server/pipeline/sources/file-import/index.ts");
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
      // Less than the total until the last row has been imported.
      const progress = done + ((piece.progress - done) * at) / piece.rows.length;
      yield { rows, progress: Math.min(progress, ALMOST_ALL) };
      rows = [];
      characters = 0;
    }
    done = piece.progress;
  }
  yield { rows, progress: 1 };
}

/** Normalized while the database writes the previous rows. */
function normalRow(read: RawLead | { skipped: string }): NormalRow | { skipped: string } {
  return "skipped" in read ? read : { raw: read, normalized: normalizeLead(read) };
}

/** Imports a batch and returns the updated record. */
async function takeBatch(workspace: Workspace, record: ImportRecord, read: RowBatch): Promise<ImportWrite["patch"]> {
  const source: SourceRef = { kind: "file", id: null, name: record.fileName };
  const batch = await withoutRowsOfOthers(workspace, record, source, read);
  const leads = await withTagIds(
    workspace,
    batch.rows.flatMap(({ lead }) => ("skipped" in lead ? [] : lead)),
  );
  const { decision } = await withScoring(workspace, (scoring) =>
    takeInNormal(workspace, source, leads, scoring, {
      policy: record.policy,
      isPart: true,
      alongside: (decided) => writeOf(record, batch, decided),
    }),
  );
  return writeOf(record, batch, decision).patch;
}

/** Skips rows of leads that the account which uploaded the file doesn't see. */
async function withoutRowsOfOthers(
  workspace: Workspace,
  { uploadedBy }: ImportRecord,
  source: SourceRef,
  batch: RowBatch,
): Promise<RowBatch> {
  const sight = await sightOfName(workspace, uploadedBy);
  if (sight === undefined) return batch;
  const leads = batch.rows.flatMap(({ lead }) => ("skipped" in lead ? [] : lead));
  const others = await actAs({ ...acting(), sight }, () => rowsOfOthers(workspace, source, leads));
  const isOther = new Set<RowBatch["rows"][number]["lead"]>(others);
  return {
    ...batch,
    rows: batch.rows.map(({ row, lead }) => ({ row, lead: isOther.has(lead) ? { skipped: LEAD_OF_OTHER } : lead })),
  };
}

/** The import's progress after a batch, with its rejects. Counts add up to the rows read. */
function writeOf(record: ImportRecord, batch: RowBatch, decision: BatchDecision): ImportWrite {
  const counts = { ...record.counts };
  const rejected: RejectedRow[] = [];
  let decided = 0;
  for (const { row, lead } of batch.rows) {
    const outcome =
      "skipped" in lead ? { kind: "skipped" as const, reason: lead.skipped } : decision.outcomes[decided++];
    if (outcome === undefined) continue;
    counts.seen += 1;
    counts[outcome.kind] += 1;
    if (outcome.kind === "skipped") {
      rejected.push({ row: row.number, cells: row.cells, reason: outcome.reason ?? "Skipped" });
    } else if ("raw" in lead && lead.raw.problems !== undefined) {
      const reason = `Imported as another detail: ${lead.raw.problems.join("; ")}`;
      rejected.push({ row: row.number, cells: row.cells, reason });
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

/** Summarizes an import for people. */
function importSummary({ counts, qualified }: ImportRecord): string {
  const parts = [
    counted(counts.seen, "row"),
    `${inEnglish(counts.created)} new`,
    `${inEnglish(counts.updated)} updated`,
  ];
  parts.push(`${inEnglish(counts.unchanged)} unchanged`);
  if (counts.skipped > 0) parts.push(`${inEnglish(counts.skipped)} skipped`);
  if (qualified > 0) parts.push(`${inEnglish(qualified)} qualified`);
  return parts.join(", ");
}
