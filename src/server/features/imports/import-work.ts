import { AppError, conflict, existing, messageOf } from "#server/platform/errors.ts";
import type { ImportRecord } from "#server/db/imports/import-records.ts";
import { importLease, requireImport } from "#server/features/imports/imports.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** The file causes the failure, so a retry would fail again. */
const OF_THE_FILE: ReadonlySet<string> = new Set(["file_refused", "file_gone"]);

const LAST_BATCH_MILLISECONDS = 20_000;

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
  await canceledEnd(workspace, await requireImport(workspace, id));
  const begun = await withLease(workspace, importLease(id), async () => {
    const record = await requireImport(workspace, id);
    if ((await workspace.jobs.ofKey(jobs.importFile(record).key)) !== null) return null;
    const updated = existing(await store.imports.update(id, { ...(await begin(workspace, record)), state }), "import");
    // Under the lease, so that it isn't mistaken for one whose process has died.
    await haveDone(updated);
    return updated;
  });
  if (begun === null) throw conflict("import_busy", "This import is already running. Wait until it finishes.");
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

/** Waits for the last batch of canceled work, so that a person can go on at once; gives up on a long one. */
async function canceledEnd({ jobs: queue }: Workspace, record: ImportRecord): Promise<void> {
  if (record.state !== "interrupted") return;
  const job = await queue.ofKey(jobs.importFile(record).key);
  if (job !== null) await queue.ended(job.id, AbortSignal.timeout(LAST_BATCH_MILLISECONDS)).catch(() => {});
}

/** Cancels work on an import, in any process, after its current batch. Returns false if there is none. */
export async function cancelImport(workspace: Pick<Workspace, "store" | "feed">, id: string): Promise<boolean> {
  const record = await requireImport(workspace, id);
  if (record.state !== "running" && record.state !== "undoing") return false;
  await workspace.store.imports.update(id, { state: "interrupted", message: "Canceled" });
  workspace.feed.changed(["imports"]);
  return true;
}

async function toItsEnd(
  workspace: Workspace,
  record: ImportRecord,
  { state, work }: Pick<ImportWork, "state" | "work">,
  cancel: AbortSignal,
): Promise<void> {
  const { store, feed, clock, log, stopping } = workspace;
  const { id, fileName } = record;
  const unwanted = new AbortController();
  const unlisten = feed.onStale((topics) => {
    if (!topics.includes("imports")) return;
    store.imports.get(id).then(
      (now) => {
        if (now?.state !== state) unwanted.abort();
      },
      // The work hits the same store failure and reports it.
      () => {},
    );
  });
  const end = async (how: "interrupted" | "failed", message: string): Promise<void> => {
    await store.imports.update(id, { state: how, message, finishedAt: clock().toISOString() });
    if (record.actId !== null && state === "running") {
      await store.journal.rewrite(record.actId, { title: `Import of ${fileName} ${how}`, description: message });
    }
    // Nothing more can be read from it.
    if (how === "failed") await store.imports.removeParts(id);
  };
  try {
    await work(workspace, record, AbortSignal.any([stopping, cancel, unwanted.signal]));
  } catch (error) {
    // Whichever process resumes the job, or already has, continues with it.
    if (stopping.aborted || (error instanceof AppError && error.id === "import_goes_on")) throw error;
    if (cancel.aborted || unwanted.signal.aborted) {
      await end("interrupted", "Canceled");
    } else {
      if (!(error instanceof AppError)) log.error({ err: error, importId: id }, "import ended");
      await end(error instanceof AppError && OF_THE_FILE.has(error.id) ? "failed" : "interrupted", messageOf(error));
    }
  } finally {
    unlisten();
    const kind = state === "running" ? "import" : "undo";
    feed.progress({ work: kind, id, label: fileName, done: 0, total: null, finished: true });
    feed.changed(["leads", "imports", "activity"]);
  }
}
