import { rescore } from "#server/workflows/rules/rescore.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Scores leads afresh that are behind the rules; on each new UTC day that is all of them where an active rule fades with
 * a lead's age. Answers how many it read.
 */
export async function fadeScores(workspace: Workspace): Promise<number> {
  const { store, clock } = workspace;
  await store.settings.beginDay(clock().toISOString().slice(0, 10));
  return rescore(workspace);
}
