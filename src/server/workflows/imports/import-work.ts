import { AppError, conflict, messageOf, notFound } from "#server/platform/errors.ts";
import type { ImportRecord } from "#server/store/import-types.ts";
import { importLease, requireImport } from "#server/workflows/imports/imports.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The file is why it failed, so that trying again would fail again. */
const OF_THE_FILE: ReadonlySet<string> = new Set(["file_refused", "file_gone"]);

/** Something long that is done to an import, in a job. */
export interface ImportWork {
  /** The import's state while it is done. */
  state: "running" | "undoing";
  /** What the record becomes; throws when it cannot be done to such an import. */
  begin: (workspace: Workspace, record: ImportRecord) => Promise<Partial<ImportRecord>>;
  /** Does it, up to the record's last state. Ends soon after the signal aborts. */
  work: (workspace: Workspace, record: ImportRecord, signal: AbortSignal) => Promise<void>;
}

/**
 * Begins long work on an import, alone among all processes, and has it done. Throws not_found, import_busy, and what
 * `begin` throws.
 */
export async function beginImportWork(
  workspace: Workspace,
  id: string,
  { state, begin }: ImportWork,
  haveDone: (record: ImportRecord) => Promise<unknown>,
): Promise<ImportRecord> {
  const { store, feed } = workspace;
  await requireImport(workspace, id);
  const begun = await withLease(workspace, importLease(id), async () => {
    const record = await requireImport(workspace, id);
    if ((await workspace.jobs.ofKey(jobs.importFile(record).key)) !== null) return null;
    const updated = await store.imports.update(id, { ...(await begin(workspace, record)), state });
    if (updated === null) throw notFound("import");
    // Under the lease, so that nobody takes it for one whose process has ended.
    await haveDone(updated);
    return updated;
  });
  if (begun === null) throw conflict("import_busy", "Something is being done to this import already.");
  feed.changed(["imports"]);
  return begun;
}

/**
 * Does work on an import that has been begun, and goes on with it after a stop. However else it ends is told in the
 * record, which it answers; null when nobody wants it done any more.
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

/** Ends what is under way on an import, here or in another process, after its batch. False when nothing is. */
export async function cancelImport(workspace: Pick<Workspace, "store" | "feed">, id: string): Promise<boolean> {
  const record = await requireImport(workspace, id);
  if (record.state !== "running" && record.state !== "undoing") return false;
  await workspace.store.imports.update(id, { state: "interrupted", message: "Cancelled" });
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
      // The work meets the same failure of the store and says it.
      () => {},
    );
  });
  const end = async (how: "interrupted" | "failed", message: string): Promise<void> => {
    await store.imports.update(id, { state: how, message, finishedAt: clock().toISOString() });
    if (record.actId !== null && state === "running") {
      await store.journal.retell(record.actId, { title: `Import of ${fileName} ${how}`, description: message });
    }
    // Nothing can be read from it any more.
    if (how === "failed") await store.imports.removeParts(id);
  };
  try {
    await work(workspace, record, AbortSignal.any([stopping, cancel, unwanted.signal]));
  } catch (error) {
    // Whoever takes the job up again, or has done so, goes on with it.
    if (stopping.aborted || (error instanceof AppError && error.id === "import_goes_on")) throw error;
    if (cancel.aborted || unwanted.signal.aborted) {
      await end("interrupted", "Cancelled");
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
