import { setImmediate as nextTurn } from "node:timers/promises";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/** Small enough that others don't wait long for the transaction. */
const CHUNK = 100;

/**
 * Writes the search texts of leads stored by an earlier version, in the background after startup; until then these are
 * found only by the fields that it searched. Resumes after a stop. Never throws.
 */
export async function fillSearchTexts(workspace: Workspace): Promise<void> {
  const { store, log, stopping } = workspace;
  try {
    await withLease(workspace, "search-texts", async (signal) => {
      while (!signal.aborted && (await store.leads.fillSearchTexts(CHUNK)) > 0) await nextTurn();
    });
  } catch (error) {
    if (!stopping.aborted) log.error({ err: error }, "the search of earlier leads could not be completed");
  }
}
