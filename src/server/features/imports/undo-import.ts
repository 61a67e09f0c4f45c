import { inEnglish } from "#shared/counted.ts";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict } from "#server/platform/errors.ts";
import type { ImportRecord } from "#server/db/imports/import-records.ts";
import { publicImport } from "#server/features/imports/imports.ts";
import { beginImportWork, type ImportWork } from "#server/features/imports/import-work.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { withUndoing } from "#server/features/leads/undo-short-action.ts";
import type { Workspace } from "#server/workspace.ts";

const STEP = 1_000;
const UNDOABLE: ReadonlySet<string> = new Set(["finished", "interrupted", "failed", "undoing"]);

/** Undoes an import, newest first: leads it created are removed, leads it changed get their previous values. */
export const TAKING_BACK: ImportWork = {
  state: "undoing",
  async begin(_workspace, { state, undo }) {
    if (state === "undone") throw conflict("already_undone", "This import was already undone.");
    if (!UNDOABLE.has(state)) throw conflict("import_not_over", "This import hasn't added anything yet.");
    return { undo: undo ?? { removed: 0, restored: 0, kept: 0 }, message: "", finishedAt: null };
  },
  work: undoAll,
};

/**
 * Starts a job that undoes a whole import: created leads are removed, changed ones get their previous values, and later
 * changes stay. Returns as soon as it has begun. Throws not_found, and conflict for an import that has nothing to undo
 * or is under way.
 */
export async function undoImport(workspace: Workspace, id: string): Promise<LeadImport> {
  const begun = await beginImportWork(workspace, id, TAKING_BACK, (record) =>
    workspace.jobs.add(jobs.undoImport(record)),
  );
  return publicImport(begun);
}

async function undoAll(workspace: Workspace, record: ImportRecord, signal: AbortSignal): Promise<void> {
  const { store, feed, clock } = workspace;
  const { id, fileName, counts } = record;
  const undo = { removed: 0, restored: 0, kept: 0, ...record.undo };
  const total = counts.created + counts.updated;
  for (let isDone = false; !isDone;) {
    signal.throwIfAborted();
    const step = await withUndoing(workspace, { by: acting().by }, (undoing) =>
      store.imports.undoStep(id, STEP, undoing),
    );
    undo.removed += step.removed;
    undo.restored += step.restored;
    undo.kept += step.kept;
    isDone = step.isDone;
    const done = Math.min(total, undo.removed + undo.restored + undo.kept);
    feed.progress({ work: "undo", id, label: fileName, done, total, finished: false });
    feed.changed(["leads", "imports"]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const at = clock().toISOString();
  const message = undoSummary(undo);
  const undone = { state: "undone", finishedAt: at, message } as const;
  if ((await store.imports.end(id, ["undoing", "interrupted"], undone, null)) === null) return;
  await store.imports.removeParts(id);
  if (record.actId !== null) {
    await store.journal.markUndone(record.actId, { by: acting().by, at, description: message });
    return;
  }
  // From before imports had an action in the history.
  const line = { title: `Import of ${fileName} undone`, description: message, by: acting().by, at };
  await store.journal.add({ kind: "import", ...line });
}

function undoSummary({ removed, restored, kept }: NonNullable<ImportRecord["undo"]>): string {
  const parts = [`${inEnglish(removed)} removed`, `${inEnglish(restored)} restored`];
  if (kept > 0) parts.push(`${inEnglish(kept)} kept because they have changed since`);
  return parts.join(", ");
}
