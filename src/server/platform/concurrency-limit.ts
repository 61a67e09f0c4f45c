/** What is left of the limit after something that took too long. */
const DECREASE = 0.98;

export interface ConcurrencyLimits {
  /** How many may be under way at first, and at most. */
  most: number;
  /** However long they take, so many may. */
  least: number;
  /** Longer than this nobody should have to wait. */
  slowMilliseconds: number;
}

/** How many may be under way at a time. */
export interface ConcurrencyLimit {
  readonly limit: number;
  /** Learns from one that was under way for so long. */
  ended(milliseconds: number): void;
}

/**
 * Finds how many can be under way so that none waits long, as TCP finds its window: by one more after each that was
 * quick, by a share less after each that was slow (additive increase, multiplicative decrease; RFC 5681, 3.1). What
 * beyond that would only wait for the others is better refused.
 */
export function createConcurrencyLimit({ most, least, slowMilliseconds }: ConcurrencyLimits): ConcurrencyLimit {
  let limit = most;
  return {
    get limit() {
      return Math.floor(limit);
    },
    ended(milliseconds) {
      if (milliseconds > slowMilliseconds) limit = Math.max(least, limit * DECREASE);
      else if (milliseconds < slowMilliseconds / 2) limit = Math.min(most, limit + 1);
    },
  };
}
