/** Less than the time between two renewals of a lease: a standstill of any length leaves its holder time for the next. */
const LONGEST_STEP_MILLISECONDS = 3_000;

/**
 * The moment, in milliseconds, by which leases run out that only this process has. No hand sets it, and it stands still
 * while the machine sleeps: from one reading to the next it goes on by a few seconds at most, whatever else went by, so
 * that whoever holds a lease can renew it before somebody else finds it run out.
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
