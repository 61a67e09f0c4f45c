import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { importLease } from "#server/features/imports/imports.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

const EXPIRED = "This import was never started, so its file was deleted.";

/**
 * Deletes uploaded files that nobody has touched for days. An import that was never started goes with its file; an
 * interrupted one stays and can be undone.
 */
export async function forgetOldFiles(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  const before = new Date(clock().getTime() - LIMITS.import.retentionDays * DAY).toISOString();
  for (const { id } of await store.imports.leftSince(before)) {
    await withLease(workspace, importLease(id), async () => {
      const state = (await store.imports.get(id))?.state;
      if (state === "ready") await store.imports.remove(id);
      if (state !== "interrupted") return;
      await store.imports.update(id, { state: "failed", message: EXPIRED });
      await store.imports.removeParts(id);
    });
    feed.changed(["imports"]);
  }
}
