import { startRescore } from "#server/workflows/rules/rescore.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** On each new UTC day, where an active rule fades with a lead's age: scores all leads again by the age they have now. */
export async function fadeScores(workspace: Workspace): Promise<void> {
  const { store, clock } = workspace;
  if (await store.settings.beginDay(clock().toISOString().slice(0, 10))) await startRescore(workspace);
}
