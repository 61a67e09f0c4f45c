import { useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/api-error.ts";
import { signOut } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Signs this browser out and loads the page anew, so that nothing of what the person could see stays in it. */
export function useSignOut(): { run: () => Promise<void>; running: boolean } {
  const { mutateAsync, isPending } = useMutation(signOut);
  const run = async (): Promise<void> => {
    try {
      await mutateAsync();
      location.assign(paths.signIn());
    } catch (error) {
      toast.error("You could not be signed out", detailOf(error));
    }
  };
  return { run, running: isPending };
}
