import { detailOf } from "#web/api/connection/api-error.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Runs an action and reports its failure in a toast. */
export async function attempt(failed: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    toast.error(failed, detailOf(error));
  }
}
