import { useAction } from "#web/actions/use-action.ts";
import { reloadAt } from "#web/api/reload-at.ts";
import { signOut } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";

/** Signs out and reloads the page, so that no data stays in memory. */
export function useSignOut(): { run: () => Promise<boolean>; running: boolean } {
  const { run, isPending } = useAction(signOut);
  return {
    run: () => run(undefined, { failed: "Failed to sign out", onDone: () => reloadAt(paths.signIn()) }),
    running: isPending,
  };
}
