import { expect, test } from "vitest";
import { createConcurrencyLimit } from "#server/platform/concurrency-limit.ts";

const LIMITS = { most: 400, least: 32, slowMilliseconds: 1_000 };

function after(...ended: [count: number, milliseconds: number][]): number {
  const concurrency = createConcurrencyLimit(LIMITS);
  for (const [count, milliseconds] of ended) for (let n = 0; n < count; n += 1) concurrency.ended(milliseconds);
  return concurrency.limit;
}

test("starts at the maximum", () => expect(after()).toBe(400));
test("falls with each slow one, never below the minimum", () => {
  expect(after([1, 1_001])).toBe(392);
  expect(after([1_000, 60_000])).toBe(32);
});
test("grows by one with each quick one, never above the maximum", () => {
  expect(after([1_000, 60_000], [10, 499])).toBe(42);
  expect(after([5, 1])).toBe(400);
});
test("stays the same otherwise", () => expect(after([1_000, 60_000], [100, 500], [100, 1_000])).toBe(32));

test("settles where a database with a hundred per second answers within a second", () => {
  const perSecond = 100;
  const concurrency = createConcurrencyLimit(LIMITS);
  // All allowed ones run at once: each then takes as long as the database needs for all of them.
  for (let answered = 0; answered < 2_000; answered += 1) concurrency.ended((concurrency.limit / perSecond) * 1_000);
  expect(concurrency.limit).toBeGreaterThan(perSecond / 2);
  expect(concurrency.limit).toBeLessThanOrEqual(perSecond);
});
