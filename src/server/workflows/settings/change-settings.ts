import type { Settings } from "#shared/contract/settings.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import { rescoreAfterChange } from "#server/workflows/rules/rescore.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Saves some settings; a new threshold decides afresh every lead whose status no person set. */
export async function changeSettings(workspace: Workspace, patch: Partial<Settings>): Promise<Settings> {
  const before = await readSettings(workspace);
  const { qualificationThreshold: threshold, ...others } = patch;
  const isNewThreshold = threshold !== undefined && threshold !== before.qualificationThreshold;
  await workspace.store.settings.write(isNewThreshold ? patch : others);
  workspace.feed.changed(["settings", "status"]);
  if (isNewThreshold) await rescoreAfterChange(workspace);
  return { ...before, ...patch };
}
