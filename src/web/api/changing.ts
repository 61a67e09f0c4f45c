import type { QueryClient } from "@tanstack/react-query";

/** Changes that are on screen before the server has answered, by their mutation's key. */
export const changing = {
  leadStatus: ["leads", "status"],
  rules: ["rules", "change"],
  dataSources: ["data-sources", "change"],
  imports: ["imports", "change"],
  scrapeTargets: ["scrape-targets", "change"],
} as const;

/** Whether any such change is on its way: an answer read now could show what was before it. */
export function isChanging(client: QueryClient): boolean {
  return Object.values(changing).some((mutationKey) => client.isMutating({ mutationKey }) > 0);
}

/** Whether the change that just settled is the last of several quick ones; only that one reads again. */
export function isLastOf(client: QueryClient, mutationKey: readonly string[]): boolean {
  return client.isMutating({ mutationKey }) === 1;
}
