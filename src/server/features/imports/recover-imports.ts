import { importLease, isArriving } from "#server/features/imports/imports.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** An upload creates its record a moment before it takes its lease, so a young record is left alone. */
const ARRIVAL_MILLISECONDS = 60_000;
const CUT_OFF = "The server stopped during this import. Resume it to continue from there.";

/**
 * Cleans up imports that no job continues: an incomplete upload is removed, and one whose job was lost or given up can
 * be started again. A held lease means its process is alive.
 */
export async function recoverImports(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  for (const { id } of await store.imports.unfinished()) {
    await withLease(workspace, importLease(id), async () => {
      const now = await store.imports.get(id);
      if (now === null) return;
      if (isArriving(now)) {
        if (clock().getTime() - Date.parse(now.createdAt) > ARRIVAL_MILLISECONDS) await store.imports.remove(id);
      } else if ((await workspace.jobs.ofKey(jobs.importFile(now).key)) === null) {
        const finishedAt = clock().toISOString();
        await store.imports.update(id, { state: "interrupted", finishedAt, message: CUT_OFF });
        feed.changed(["imports"]);
      }
    });
  }
}
