import { expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { jitteredDelay } from "#server/db/jobs/retry-delay.ts";

const { firstRetrySeconds, longestRetrySeconds } = LIMITS.job;

test("the maximum delay doubles up to a limit", () => {
  const longest = [1, 2, 3, 4, 20].map((attempt) => jitteredDelay(attempt, () => 1) / 1_000);
  const first = firstRetrySeconds;
  expect(longest).toEqual([first, first * 2, first * 4, first * 8, longestRetrySeconds]);
});

test("it is random up to the maximum", () => {
  expect(jitteredDelay(3, () => 0)).toBe(0);
  expect(jitteredDelay(3, () => 0.5)).toBe(firstRetrySeconds * 4 * 500);
  const drawn = new Set(Array.from({ length: 20 }, () => jitteredDelay(5)));
  expect(drawn.size).toBeGreaterThan(1);
});
