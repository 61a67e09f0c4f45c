import { DEFAULT_SETTINGS, type Settings } from "#shared/contract/settings.ts";
import type { Store } from "#server/db/store.ts";

/** Returns the saved settings, with defaults for the rest. */
export async function readSettings({ store }: { store: Pick<Store, "settings"> }): Promise<Settings> {
  return { ...DEFAULT_SETTINGS, ...(await store.settings.read()) };
}
