/** The share of the limit that remains after a slow one. */
const DECREASE = 0.98;

export interface ConcurrencyLimits {
  /** The initial and maximum number under way. */
  most: number;
  /** The minimum number under way, however long they take. */
  least: number;
  /** The longest acceptable wait. */
  slowMilliseconds: number;
}

/**
 * Finds how many can be under way so that none waits long, as TCP sizes its window: one more after each quick one, a
 * share less after each slow one (additive increase, multiplicative decrease; RFC 5681, 3.1). Anything beyond that
 * would only queue, so it is better refused.
 */
export function createConcurrencyLimit({ most, least, slowMilliseconds }: ConcurrencyLimits) {
  let limit = most;
  return {
    get limit() {
      return Math.floor(limit);
    },
    /** Adjusts the limit by how long one was under way. */
    ended(milliseconds: number): void {
      if (milliseconds > slowMilliseconds) limit = Math.max(least, limit * DECREASE);
      else if (milliseconds < slowMilliseconds / 2) limit = Math.min(most, limit + 1);
    },
  };
}
