import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { followEvents } from "#web/api/events.ts";
import { keys } from "#web/api/keys.ts";
import { onSessionDoubt } from "#web/api/session-doubt.ts";
import { sessionQuery } from "#web/api/session.ts";

/**
 * Keeps who is signed in, until the signal aborts: asks again when a call was refused for want of a session, follows the
 * events only while there is one, and reads everything again when a person comes back. `startAnew` drops the page when
 * that is another person than before.
 */
export function followSession(client: QueryClient, signal: AbortSignal, startAnew: () => void): void {
  let following: AbortController | null = null;
  let wasSignedOut = false;
  let person: string | null = null;
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
    if (person !== null && now !== null && now !== person) startAnew();
    person = now ?? person;
    if (wasSignedOut) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.session[0] });
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
