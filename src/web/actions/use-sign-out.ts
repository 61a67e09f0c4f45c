import { useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/connection/api-error.ts";
import { reloadAt } from "#web/api/reload-at.ts";
import { signOut } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Signs out and reloads the page, so that no data stays in memory. */
export function useSignOut(): { run: () => Promise<void>; running: boolean } {
  const { mutateAsync, isPending } = useMutation(signOut);
  const run = async (): Promise<void> => {
    try {
      await mutateAsync();
      reloadAt(paths.signIn());
    } catch (error) {
      toast.error("Failed to sign out", detailOf(error));
    }
  };
  return { run, running: isPending };
}
