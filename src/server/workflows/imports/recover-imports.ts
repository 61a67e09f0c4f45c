import { importLease, isArriving } from "#server/workflows/imports/imports.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const CUT_OFF = "The server stopped during this import. Start it again and it goes on from there.";

/**
 * Tidies up imports that no job goes on with: a file that never arrived whole goes, and one whose job was lost or given
 * up can be started again. Whoever still holds a lease is alive.
 */
export async function recoverImports(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { id } of await store.imports.unfinished()) {
    await withLease(workspace, importLease(id), async () => {
      const now = await store.imports.get(id);
      if (now === null) return;
      if (isArriving(now)) {
        await store.imports.remove(id);
      } else if ((await workspace.jobs.ofKey(jobs.importFile(now).key)) === null) {
        const finishedAt = clock().toISOString();
        await store.imports.update(id, { state: "interrupted", finishedAt, message: CUT_OFF });
        feed.changed(["imports"]);
      }
    });
  }
}
