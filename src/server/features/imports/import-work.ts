import { AppError, conflict, existing, messageOf } from "#server/platform/errors.ts";
import type { ImportRecord } from "#server/db/imports/import-records.ts";
import { beingChanged, importLease, requireImport } from "#server/features/imports/imports.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { cancelJob, endOfOver } from "#server/jobs/queue/run-job.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** The work resumes in this job's next attempt, or has in another process. */
const GOES_ON: ReadonlySet<string> = new Set(["store_unreachable", "import_goes_on"]);
/** The file causes the failure, so a retry would fail again. */
const OF_THE_FILE: ReadonlySet<string> = new Set(["file_refused", "file_gone"]);

const CANCELED = "Canceled";

/** Long work on an import, in a job. */
export interface ImportWork {
  /** The import's state during the work. */
  state: "running" | "undoing";
  /** The updated record; throws if the work doesn't apply to such an import. */
  begin: (workspace: Workspace, record: ImportRecord) => Promise<Partial<ImportRecord>>;
  /** Does the work, up to the record's last state. Ends soon after the signal aborts. */
  work: (workspace: Workspace, record: ImportRecord, signal: AbortSignal) => Promise<void>;
}

/**
 * Begins long work on an import, exclusively among all processes, and queues its job. Throws not_found, import_busy,
 * and as `begin` does.
 */
export async function beginImportWork(
  workspace: Workspace,
  id: string,
  { state, begin }: ImportWork,
  haveDone: (record: ImportRecord) => Promise<unknown>,
): Promise<ImportRecord> {
  const { store, feed } = workspace;
  const known = await requireImport(workspace, id);
  if (known.state !== "running" && known.state !== "undoing") await endOfOver(workspace, jobs.importFile(known));
  const begun = await withLease(workspace, importLease(id), async () => {
    const record = await requireImport(workspace, id);
    if ((await workspace.jobs.ofKey(jobs.importFile(record).key)) !== null) return null;
    const updated = existing(await store.imports.update(id, { ...(await begin(workspace, record)), state }), "import");
    // Under the lease, so that it isn't mistaken for one whose process has died.
    await haveDone(updated);
    return updated;
  });
  if (begun === null) {
    if ((await requireImport(workspace, id)).state === "ready") throw beingChanged();
    throw conflict("import_busy", "This import is already running. Wait until it finishes.");
  }
  feed.changed(["imports"]);
  return begun;
}

/**
 * Runs work on an import that has begun, resuming after a stop. Any other end is recorded in the returned record; null
 * if it is no longer wanted.
 */
export async function doImportWork(
  workspace: Workspace,
  id: string,
  { state, work }: ImportWork,
  cancel: AbortSignal,
): Promise<ImportRecord | null> {
  const record = await workspace.store.imports.get(id);
  if (record?.state !== state) return null;
  await toItsEnd(workspace, record, { state, work }, cancel);
  return workspace.store.imports.get(id);
}

/**
 * Cancels work on an import, in any process, after its current batch. What begins next waits in the queue until then.
 * Returns false if there is none.
 */
export async function cancelImport(
  workspace: Pick<Workspace, "store" | "feed" | "jobs" | "clock">,
  id: string,
): Promise<boolean> {
  const { store, feed, clock } = workspace;
  const { state, fileName } = await requireImport(workspace, id);
  if (state !== "running" && state !== "undoing") return false;
  await cancelJob(workspace, jobs.importFile({ id, fileName }));
  const canceled = { state: "interrupted", message: CANCELED, finishedAt: clock().toISOString() } as const;
  const ended = await store.imports.end(id, [state], canceled, endWords(state, fileName, canceled));
  feed.changed(["imports", "activity"]);
  return ended !== null;
}

async function toItsEnd(
  workspace: Workspace,
  record: ImportRecord,
  { state, work }: Pick<ImportWork, "state" | "work">,
  cancel: AbortSignal,
): Promise<void> {
  const { store, feed, clock, log, stopping } = workspace;
  const { id, fileName } = record;
  const end = async (how: "interrupted" | "failed", message: string): Promise<void> => {
    const patch = { state: how, message, finishedAt: clock().toISOString() };
    const ended = await store.imports.end(id, [state], patch, endWords(state, fileName, patch));
    // Nothing more can be read from it.
    if (ended?.state === "failed") await store.imports.removeParts(id);
  };
  try {
    await work(workspace, record, AbortSignal.any([stopping, cancel]));
  } catch (error) {
    if (stopping.aborted || (error instanceof AppError && GOES_ON.has(error.id))) throw error;
    // Its cancellation is recorded, and it may have begun again since.
    if (cancel.aborted) return;
    if (!(error instanceof AppError)) log.error({ err: error, importId: id }, "import ended");
    await end(error instanceof AppError && OF_THE_FILE.has(error.id) ? "failed" : "interrupted", messageOf(error));
  } finally {
    const kind = state === "running" ? "import" : "undo";
    feed.progress({ work: kind, id, label: fileName, done: 0, total: null, finished: true });
    feed.changed(["leads", "imports", "activity"]);
  }
}

/** What the history says of an import that ended early; an undo that did keeps the import's own words. */
function endWords(
  work: ImportWork["state"],
  fileName: string,
  { state, message }: Pick<ImportRecord, "state" | "message">,
): { title: string; description: string } | null {
  return work === "undoing" ? null : { title: `Import of ${fileName} ${state}`, description: message };
}
