import type { QueryClient } from "@tanstack/react-query";

/** Mutation keys of optimistic updates. */
export const changing = {
  leadStatus: ["leads", "status"],
  rules: ["rules", "change"],
  dataSources: ["data-sources", "change"],
  imports: ["imports", "change"],
  scrapeTargets: ["scrape-targets", "change"],
  emails: ["mailbox", "correct"],
} as const;

/** Whether an optimistic update is in flight, so that a response read now could be outdated. */
export function isChanging(client: QueryClient): boolean {
  return Object.values(changing).some((mutationKey) => client.isMutating({ mutationKey }) > 0);
}

/** Whether the mutation that just settled is the last of several quick ones; only that one refetches. */
export function isLastOf(client: QueryClient, mutationKey: readonly string[]): boolean {
  return client.isMutating({ mutationKey }) === 1;
}
