import { LIMITS } from "#shared/limits.ts";

const { firstRetrySeconds, longestRetrySeconds } = LIMITS.job;

/**
 * Delay in milliseconds after this many attempts: random, up to a limit that doubles each time ("full jitter"), so that
 * jobs that failed together don't retry together.
 */
export function jitteredDelay(attempt: number, random: () => number = Math.random): number {
  const seconds = Math.min(longestRetrySeconds, firstRetrySeconds * 2 ** (attempt - 1));
  return Math.round(random() * seconds * 1_000);
}
