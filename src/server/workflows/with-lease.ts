import type { Workspace } from "#server/workflows/workspace.ts";

/** What a process that died held is free again after this long. */
const LEASE_MILLISECONDS = 10_000;
/** Renewed so often within that time that one late renewal loses nothing. */
const RENEWALS = 3;

/**
 * Does work that only one process may do at a time, and holds its lease for as long as that takes. The signal that
 * `work` gets aborts when the process is asked to stop or the lease is lost, as after a long standstill of the machine.
 * Null when another holds it. `leaseMilliseconds` is for work that takes milliseconds, and is waited for.
 */
export async function withLease<T>(
  { store, processId, stopping }: Pick<Workspace, "store" | "processId" | "stopping">,
  key: string,
  work: (signal: AbortSignal) => Promise<T>,
  leaseMilliseconds = LEASE_MILLISECONDS,
): Promise<T | null> {
  const { leases } = store;
  if (!(await leases.acquire(key, processId, leaseMilliseconds))) return null;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    leases.renew(key, processId, leaseMilliseconds).then(
      (renewed) => {
        if (!renewed) lost.abort();
      },
      // The work meets the same failure of the store and says it.
      () => {},
    );
  }, leaseMilliseconds / RENEWALS);
  try {
    return await work(AbortSignal.any([stopping, lost.signal]));
  } finally {
    clearInterval(renewal);
    await leases.release(key, processId);
  }
}
