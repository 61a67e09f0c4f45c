import { type QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { followEvents } from "#web/api/connection/events.ts";
import { keys } from "#web/api/connection/keys.ts";
import { onSessionDoubt } from "#web/api/connection/session-doubt.ts";
import { sessionQuery } from "#web/api/session.ts";

/**
 * Tracks the session until the signal aborts: rechecks after a 401, follows events only while signed in, and refetches
 * everything after signing in again. Calls `reload` if that is a different user.
 */
export function followSession(client: QueryClient, signal: AbortSignal, reload: () => void): void {
  let following: AbortController | null = null;
  let wasSignedOut = false;
  let person: string | null = null;
  let seesOnlyOwn: boolean | undefined;
  const predicate = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] !== keys.session[0];
  const isSignedOut = (): boolean => client.getQueryData(sessionQuery.queryKey)?.state === "signed-out";
  onSessionDoubt(() => {
    if (!isSignedOut()) void client.invalidateQueries({ queryKey: keys.session }, { cancelRefetch: false });
  });
  const stop = new QueryObserver(client, sessionQuery).subscribe(({ data: session, isPending }) => {
    if (isPending) return;
    if (session?.state === "signed-out") {
      following?.abort();
      following = null;
      wasSignedOut = true;
      return;
    }
    const now = session?.user?.id ?? null;
    if (person !== null && now !== null && now !== person) reload();
    person = now ?? person;
    // What the account no longer sees must not stay in memory.
    if (seesOnlyOwn !== undefined && seesOnlyOwn !== session?.seesOnlyOwn) void client.resetQueries({ predicate });
    seesOnlyOwn = session?.seesOnlyOwn;
    if (wasSignedOut) void client.invalidateQueries({ predicate });
    wasSignedOut = false;
    if (following !== null) return;
    following = new AbortController();
    followEvents(client, following.signal);
  });
  signal.addEventListener("abort", () => {
    stop();
    following?.abort();
  });
}
