/** Less than the lease renewal interval, so that a holder can still renew after a pause of any length. */
const LONGEST_STEP_MILLISECONDS = 3_000;

/**
 * Clock, in milliseconds, for leases that only this process holds. It ignores changes to the system time and stops
 * while the machine sleeps: each reading advances it by a few seconds at most, so that a holder can renew its lease
 * before anyone finds it expired.
 */
export function createLeaseClock(elapsed: () => number = () => performance.now()): () => number {
  let read = elapsed();
  let moment = 0;
  return () => {
    const now = elapsed();
    moment += Math.min(now - read, LONGEST_STEP_MILLISECONDS);
    read = now;
    return Math.floor(moment);
  };
}
