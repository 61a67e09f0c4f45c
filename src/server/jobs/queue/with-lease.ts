import type { LeaseStore } from "#server/db/system/leases.ts";

/** How long a dead process's lease lasts. */
const LEASE_MILLISECONDS = 10_000;
/** Renewed often enough that one late renewal loses nothing. */
const RENEWALS = 3;

/**
 * Runs work that only one process may do at a time, holding its lease throughout. The signal passed to `work` aborts
 * when the process is asked to stop or the lease is lost, as after the machine was suspended. Returns null if another
 * process holds it. `leaseMilliseconds` is for work that takes milliseconds and is waited for.
 */
export async function withLease<T>(
  { store, processId, stopping }: { store: { leases: LeaseStore }; processId: string; stopping: AbortSignal },
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
      // The work hits the same store failure and reports it.
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
