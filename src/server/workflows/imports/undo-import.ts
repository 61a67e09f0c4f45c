import type { LeadImport } from "#shared/contract/lead-import.ts";
import { judgeRestored } from "#server/intake/judge-restored.ts";
import { acting } from "#server/platform/acting.ts";
import { conflict } from "#server/platform/errors.ts";
import type { ImportRecord } from "#server/store/import-types.ts";
import { publicImport } from "#server/workflows/imports/imports.ts";
import { beginImportWork, type ImportWork } from "#server/workflows/imports/import-work.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const STEP = 1_000;
const UNDOABLE: ReadonlySet<string> = new Set(["finished", "interrupted", "failed", "undoing"]);

/** Taking an import back, the newest first: leads it made go, leads it changed become what they were before. */
export const TAKING_BACK: ImportWork = {
  state: "undoing",
  async begin(_workspace, { state, undo }) {
    if (state === "undone") throw conflict("already_undone", "This import was already taken back.");
    if (!UNDOABLE.has(state)) throw conflict("import_not_over", "This import has not taken anything in yet.");
    return { undo: undo ?? { removed: 0, restored: 0, kept: 0 }, message: "", finishedAt: null };
  },
  work: undoAll,
};

/**
 * Has a job take a whole import back: leads it made go, leads it changed become what they were, and what was changed since
 * stays. Answers as soon as that has begun. Throws not_found, and conflict for an import that has nothing to take back or
 * is under way.
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
    const at = clock().toISOString();
    const step = await withJudgement(workspace, (judgement) =>
      store.imports.undoStep(id, STEP, {
        by: acting().by,
        at,
        judge: (lead) => judgeRestored(lead, { ...judgement, now: at }),
        rulesVersion: judgement.version,
      }),
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
  await store.imports.update(id, { state: "undone", finishedAt: at, message });
  await store.imports.removeParts(id);
  if (record.actId !== null) {
    await store.journal.markUndone(record.actId, { by: acting().by, at, description: message });
    return;
  }
  // One from before imports had an act.
  const line = { title: `Import of ${fileName} taken back`, description: message, by: acting().by, at, leadId: null };
  await store.journal.add({ kind: "import", type: "other", ...line });
}

function undoSummary({ removed, restored, kept }: NonNullable<ImportRecord["undo"]>): string {
  const parts = [`${removed} removed`, `${restored} restored`];
  if (kept > 0) parts.push(`${kept} changed since and kept`);
  return parts.join(", ");
}
