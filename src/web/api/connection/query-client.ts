import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError } from "#web/api/connection/api-error.ts";

const TRIES_MORE = 4;

/** Work refused due to overload was never started, so retrying is safe for reads and writes. */
function mayTryAgain(failures: number, error: Error): boolean {
  return failures < TRIES_MORE && error instanceof ApiError && error.kind === "overloaded";
}

/** In milliseconds. Honors Retry-After with backoff and jitter, so that pages don't all retry at once. */
function whenToTryAgain(failures: number, error: Error): number {
  const asked = (error instanceof ApiError ? error.retryAfterSeconds : null) ?? 1;
  return asked * 1_000 * 2 ** failures * (1 + Math.random());
}

/**
 * Data stays fresh until the server reports a change (events.ts) or this page makes one: no polling, no refetch on
 * focus or reconnect, and no retries except under server overload. `staleTime` must not be "static", which ignores
 * invalidation.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: mayTryAgain,
        retryDelay: whenToTryAgain,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A browser that reports being offline can still reach a local server.
        networkMode: "always",
      },
      mutations: { retry: mayTryAgain, retryDelay: whenToTryAgain, networkMode: "always" },
    },
  });
  // A first answer may be from before a change that was reported while it was under way. The library refetches only
  // queries that have data, so this one would count as fresh.
  const outdated = new WeakSet<object>();
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    const { action, query } = event;
    const queryKey = query.queryKey as QueryKey;
    const isFirst = query.state.status === "pending" && query.state.fetchStatus !== "idle";
    if (action.type === "invalidate" && isFirst) outdated.add(query);
    if (action.type === "success" && outdated.delete(query)) void client.invalidateQueries({ queryKey, exact: true });
  });
  return client;
}
