import { expect, test } from "vitest";
import { createLeaseClock } from "#server/db/engine/lease-clock.ts";

test("the lease clock follows time, and barely advances while the machine sleeps", () => {
  let elapsed = 5_000;
  const clock = createLeaseClock(() => elapsed);
  const readAfter = (milliseconds: number): number => {
    elapsed += milliseconds;
    return clock();
  };
  expect([0, 0.25, 0.25, 0.5, 999, 2_000].map(readAfter)).toEqual([0, 0, 0, 1, 1_000, 3_000]);
  expect(readAfter(8 * 3_600_000)).toBe(6_000);
  expect(readAfter(500)).toBe(6_500);
});
