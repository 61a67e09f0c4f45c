import { importLease, isArriving } from "#server/workflows/imports/imports.ts";
import { undoImport } from "#server/workflows/imports/undo-import.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const CUT_OFF = "The server stopped during this import. Start it again and it goes on from there.";

/**
 * Tidies up imports that a process left half-way: a file that never arrived whole goes, an import cut off can be started
 * again, an undo goes on. Whoever still holds a lease is alive.
 */
export async function recoverImports(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { id } of await store.imports.unfinished()) {
    const isUndo = await withLease(workspace, importLease(id), async () => {
      const now = await store.imports.get(id);
      if (now === null) return false;
      if (isArriving(now)) await store.imports.remove(id);
      else if (now.state === "running") {
        const finishedAt = clock().toISOString();
        await store.imports.update(id, { state: "interrupted", finishedAt, message: CUT_OFF });
        feed.changed(["imports"]);
      }
      return now.state === "undoing";
    });
    // Another process may be quicker, or a person; then there is nothing left to do.
    if (isUndo === true) await undoImport(workspace, id).catch(() => {});
  }
}
