import { LIMITS } from "#shared/limits.ts";
import { importLease } from "#server/workflows/imports/imports.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const DAY_MILLISECONDS = 86_400_000;
const NOT_KEPT = "Nobody went on with it, so its file is not kept any more.";

/**
 * Lets go of uploaded files that nobody has done anything with for days. An import that was never started goes with its
 * file; one that was interrupted stays and can be taken back.
 */
export async function forgetOldFiles(workspace: Workspace): Promise<void> {
  const { store, clock, feed } = workspace;
  const before = new Date(clock().getTime() - LIMITS.import.keptDays * DAY_MILLISECONDS).toISOString();
  for (const { id } of await store.imports.leftSince(before)) {
    await withLease(workspace, importLease(id), async () => {
      const state = (await store.imports.get(id))?.state;
      if (state === "ready") await store.imports.remove(id);
      if (state !== "interrupted") return;
      await store.imports.update(id, { state: "failed", message: NOT_KEPT });
      await store.imports.removeParts(id);
    });
    feed.changed(["imports"]);
  }
}
