import { coalesce } from "#server/platform/coalesce.ts";
import { actAs } from "#server/platform/acting.ts";
import { endpointName } from "#server/db/outbox/webhook-endpoints.ts";
import type { Workspace } from "#server/workspace.ts";

const LONGEST_MILLISECONDS = 30_000;
const SHORTEST_MILLISECONDS = 200;
const WINNOW = { by: "Winnow", userId: null, requestId: null };

/**
 * Adds the jobs that deliver events, soon after they are recorded and whenever one is due again. `stop` resolves when it
 * has ended.
 */
export function startDelivering(workspace: Workspace): { stop(): Promise<void> } {
  const { feed, clock, log, stopping } = workspace;
  let timer: NodeJS.Timeout | null = null;

  const look = async (): Promise<void> => {
    if (stopping.aborted) return;
    let wait = LONGEST_MILLISECONDS;
    try {
      const { next, isBusy } = await addDeliveries(workspace);
      const due = next === null ? wait : Date.parse(next) - clock().getTime();
      // A job that already ran may have looked before the latest event was recorded.
      wait = isBusy ? SHORTEST_MILLISECONDS * 5 : Math.min(wait, Math.max(SHORTEST_MILLISECONDS, due));
    } finally {
      if (timer !== null) clearTimeout(timer);
      timer = stopping.aborted ? null : setTimeout(() => looking.ask(), wait);
    }
  };
  const looking = coalesce(look, (error) => {
    if (!stopping.aborted) log.warn({ err: error }, "deliveries not checked");
  });
  const unsubscribe = feed.onStale(() => looking.ask());
  looking.ask();
  return {
    async stop() {
      unsubscribe();
      await looking.ended();
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Adds a job per endpoint with due deliveries. Returns when the next is due, and whether such a job already ran. */
export async function addDeliveries({
  store,
  clock,
  jobs,
}: Workspace): Promise<{ next: string | null; isBusy: boolean }> {
  const { due, next } = await store.webhookDeliveries.dueEndpoints(clock().toISOString());
  let isBusy = false;
  for (const endpoint of due) {
    const { id } = endpoint;
    const job = {
      kind: "deliveries",
      key: `deliveries:${id}`,
      title: `Deliveries to ${endpointName(endpoint)}`,
      input: { endpointId: id },
    } as const;
    const { created } = await actAs(WINNOW, () => jobs.add(job));
    if (!created) isBusy = true;
  }
  return { next, isBusy };
}
