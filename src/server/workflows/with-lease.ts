import type { Workspace } from "#server/workflows/workspace.ts";

/** What a process that died held is free again after this long. */
const LEASE_MILLISECONDS = 10_000;
const RENEWAL_MILLISECONDS = 3_000;

/**
 * Does work that only one process may do at a time, and holds its lease for as long as that takes. The signal that
 * `work` gets aborts when the process is asked to stop or the lease is lost, as after a long standstill of the machine.
 * Null when another holds it.
 */
export async function withLease<T>(
  { store, processId, stopping }: Pick<Workspace, "store" | "processId" | "stopping">,
  key: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const { leases } = store;
  if (!(await leases.acquire(key, processId, LEASE_MILLISECONDS))) return null;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    leases.renew(key, processId, LEASE_MILLISECONDS).then(
      (renewed) => {
        if (!renewed) lost.abort();
      },
      // The work meets the same failure of the store and says it.
      () => {},
    );
  }, RENEWAL_MILLISECONDS);
  try {
    return await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(renewal);
    await leases.release(key, processId);
  }
}
