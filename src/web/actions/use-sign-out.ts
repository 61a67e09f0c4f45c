import { useMutation } from "@tanstack/react-query";
import { attempt } from "#web/actions/attempt.ts";
import { reloadAt } from "#web/api/reload-at.ts";
import { signOut } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";

/** Signs out and reloads the page, so that no data stays in memory. */
export function useSignOut(): { run: () => Promise<void>; running: boolean } {
  const { mutateAsync, isPending } = useMutation(signOut);
  const run = (): Promise<void> =>
    attempt("Failed to sign out", async () => {
      await mutateAsync();
      reloadAt(paths.signIn());
    });
  return { run, running: isPending };
}
