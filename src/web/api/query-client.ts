import { QueryClient } from "@tanstack/react-query";

/**
 * Data is read once and stays until the server says that it changed (events.ts) or an act of this page changes it: no
 * retry, no polling, no refetch on focus or reconnect. `staleTime` must not be "static": that ignores invalidation.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // A browser that believes to be offline can still reach a server on the same machine.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
