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

/** By record, when its latest change that is under way has been answered. */
const answered = new Map<string, Promise<void>>();

/** Sends a change once the earlier ones of the same record are answered: it is based on them, and must not arrive first. */
export function inOrder<T>(record: string, send: () => Promise<T>): Promise<T> {
  const sent = (answered.get(record) ?? Promise.resolve()).then(send);
  const end = (): void => {
    if (answered.get(record) === ended) answered.delete(record);
  };
  const ended = sent.then(end, end);
  answered.set(record, ended);
  return sent;
}
