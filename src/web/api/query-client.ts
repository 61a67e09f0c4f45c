import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "#web/api/api-error.ts";

const TRIES_MORE = 4;

/** What an overloaded server refused was not begun: asking again is safe for reads and acts alike. */
function mayTryAgain(failures: number, error: Error): boolean {
  return failures < TRIES_MORE && error instanceof ApiError && error.kind === "overloaded";
}

/** As late as the server asks, and later each time; not all pages at the same moment. In milliseconds. */
function whenToTryAgain(failures: number, error: Error): number {
  const asked = (error instanceof ApiError ? error.retryAfterSeconds : null) ?? 1;
  return asked * 1_000 * 2 ** failures * (1 + Math.random());
}

/**
 * Data is read once and stays until the server says that it changed (events.ts) or an act of this page changes it: no
 * polling, no refetch on focus or reconnect, and no retry but of what a server under load put off. `staleTime` must not
 * be "static": that ignores invalidation.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: mayTryAgain,
        retryDelay: whenToTryAgain,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A browser that believes to be offline can still reach a server on the same machine.
        networkMode: "always",
      },
      mutations: { retry: mayTryAgain, retryDelay: whenToTryAgain, networkMode: "always" },
    },
  });
}
