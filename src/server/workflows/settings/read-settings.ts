import { DEFAULT_SETTINGS, type Settings } from "#shared/contract/settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What the product obeys: what was saved, and the default where nothing was. */
export async function readSettings(workspace: Pick<Workspace, "store">): Promise<Settings> {
  return { ...DEFAULT_SETTINGS, ...(await workspace.store.settings.read()) };
}
