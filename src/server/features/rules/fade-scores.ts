import { rescore } from "#server/features/rules/rescore.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Rescores leads that are behind the rules; on each new UTC day that is all of them if an active rule fades with age.
 * Returns how many it read.
 */
export async function fadeScores(workspace: Workspace): Promise<number> {
  const { store, clock } = workspace;
  await store.settings.beginDay(clock().toISOString().slice(0, 10));
  return rescore(workspace);
}
