import { expect, test } from "vitest";
import { createConcurrencyLimit } from "#server/platform/concurrency-limit.ts";

const LIMITS = { most: 400, least: 32, slowMilliseconds: 1_000 };

function after(...ended: [count: number, milliseconds: number][]): number {
  const concurrency = createConcurrencyLimit(LIMITS);
  for (const [count, milliseconds] of ended) for (let n = 0; n < count; n += 1) concurrency.ended(milliseconds);
  return concurrency.limit;
}

test("begins with as many as may ever be", () => expect(after()).toBe(400));
test("falls with each that was slow, never below the least", () => {
  expect(after([1, 1_001])).toBe(392);
  expect(after([1_000, 60_000])).toBe(32);
});
test("grows by one with each that was quick, never above the most", () => {
  expect(after([1_000, 60_000], [10, 499])).toBe(42);
  expect(after([5, 1])).toBe(400);
});
test("stays with what is neither", () => expect(after([1_000, 60_000], [100, 500], [100, 1_000])).toBe(32));

test("settles where a database that does a hundred a second answers within a second", () => {
  const perSecond = 100;
  const concurrency = createConcurrencyLimit(LIMITS);
  // As many as are let in are under way: each then takes as long as the database needs for all of them.
  for (let answered = 0; answered < 2_000; answered += 1) concurrency.ended((concurrency.limit / perSecond) * 1_000);
  expect(concurrency.limit).toBeGreaterThan(perSecond / 2);
  expect(concurrency.limit).toBeLessThanOrEqual(perSecond);
});
