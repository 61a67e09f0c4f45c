import { AppError, conflict, messageOf, notFound } from "#server/platform/errors.ts";
import type { ImportRecord } from "#server/store/import-types.ts";
import { importLease, requireImport } from "#server/workflows/imports/imports.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const STOPPED = "The server was stopped. Start the import again and it goes on from there.";
/** The file is why it failed, so that trying again would fail again. */
const OF_THE_FILE: ReadonlySet<string> = new Set(["file_refused", "file_gone"]);

/** Something long that is done to an import. */
interface ImportWork {
  /** The import's state while it is done. */
  state: "running" | "undoing";
  /** Whether it goes on by itself after the process was stopped. */
  goesOn: boolean;
  /** What the record becomes; throws when it cannot be done to such an import. */
  begin: (record: ImportRecord) => Partial<ImportRecord> | Promise<Partial<ImportRecord>>;
  /** Does it, up to the record's last state. Ends soon after the signal aborts. */
  work: (record: ImportRecord, signal: AbortSignal) => Promise<void>;
}

const running = new WeakMap<Workspace["store"], Set<Promise<void>>>();

/**
 * Does long work on an import in the background, alone among all processes, and answers the import once it has begun.
 * However it ends is told in the record. Throws not_found, import_busy, and what `begin` throws.
 */
export async function runImportWork(workspace: Workspace, id: string, job: ImportWork): Promise<ImportRecord> {
  await requireImport(workspace, id);
  const begun = Promise.withResolvers<ImportRecord>();
  const run = withLease(workspace, importLease(id), async (stop) => {
    const patch = await job.begin(await requireImport(workspace, id));
    const record = await workspace.store.imports.update(id, { ...patch, state: job.state });
    if (record === null) throw notFound("import");
    begun.resolve(record);
    workspace.feed.changed(["imports"]);
    await toItsEnd(workspace, record, job, stop);
    return true;
  }).then(
    (held) => {
      if (held === null) begun.reject(conflict("import_busy", "Something is being done to this import already."));
    },
    // Once it has begun, this is told to nobody, for the record tells how it ended.
    (error: unknown) => begun.reject(error),
  );
  const runs = running.get(workspace.store) ?? new Set();
  running.set(workspace.store, runs.add(run));
  void run.finally(() => runs.delete(run));
  return begun.promise;
}

/** Resolves when nothing is done to an import in this process; what was told to stop ends after its batch. */
export async function importWorkEnded({ store }: Pick<Workspace, "store">): Promise<void> {
  await Promise.all(running.get(store) ?? new Set<Promise<void>>());
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
  { state, goesOn, work }: ImportWork,
  stop: AbortSignal,
): Promise<void> {
  const { store, feed, clock, log, stopping } = workspace;
  const { id, fileName } = record;
  const cancel = new AbortController();
  const unlisten = feed.onStale((topics) => {
    if (!topics.includes("imports")) return;
    store.imports.get(id).then(
      (now) => {
        if (now?.state !== state) cancel.abort();
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
    await work(record, AbortSignal.any([stop, cancel.signal]));
  } catch (error) {
    if (stopping.aborted) {
      if (!goesOn) await end("interrupted", STOPPED);
    } else if (cancel.signal.aborted) {
      await end("interrupted", "Cancelled");
    } else if (!stop.aborted) {
      if (!(error instanceof AppError)) log.error({ err: error, importId: id }, "import ended");
      await end(error instanceof AppError && OF_THE_FILE.has(error.id) ? "failed" : "interrupted", messageOf(error));
    }
    // Else its lease ran out: whoever takes it over tells how it went on.
  } finally {
    unlisten();
    const kind = state === "running" ? "import" : "undo";
    feed.progress({ work: kind, id, label: fileName, done: 0, total: null, finished: true });
    feed.changed(["leads", "imports", "activity"]);
  }
}
