import { LIMITS } from "#shared/limits.ts";

const { firstRetrySeconds, longestRetrySeconds } = LIMITS.job;

/**
 * Milliseconds until the next attempt, after so many: any up to a limit that doubles each time ("full jitter"), so that
 * what failed together does not come back together.
 */
export function jitteredDelay(attempt: number, random: () => number = Math.random): number {
  const seconds = Math.min(longestRetrySeconds, firstRetrySeconds * 2 ** (attempt - 1));
  return Math.round(random() * seconds * 1_000);
}
