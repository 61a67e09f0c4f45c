import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "#server/demo/seeded-random.ts";
import { workingMoments } from "#server/demo/working-moments.ts";

const random = seededRandom("test");
const monday = "2026-11-16T00:00:00.000Z";

test("as many as asked for, in order, inside of the span", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 * 24 * 3_600_000 }), fc.integer({ min: 0, max: 60 }), (length, count) => {
      const span = { from: monday, to: new Date(Date.parse(monday) + length).toISOString() };
      const moments = workingMoments(random, span, count);
      expect(moments).toHaveLength(count);
      expect(moments).toEqual(moments.toSorted());
      expect(moments.every((moment) => moment >= span.from && moment < span.to)).toBe(true);
    }),
  );
});

test("most are in the working hours of a week", () => {
  const moments = workingMoments(random, { from: monday, to: "2026-11-23T00:00:00.000Z" }, 200);
  const working = moments.filter((moment) => {
    const [day, hour] = [new Date(moment).getUTCDay(), new Date(moment).getUTCHours()];
    return day >= 1 && day <= 5 && hour >= 7 && hour < 18;
  });
  expect(working.length).toBeGreaterThan(160);
});

test("a night and an empty span do what they can", () => {
  expect(workingMoments(random, { from: "2026-11-15T02:00:00.000Z", to: "2026-11-15T02:00:00.001Z" }, 2)).toEqual([
    "2026-11-15T02:00:00.000Z",
    "2026-11-15T02:00:00.000Z",
  ]);
  expect(workingMoments(random, { from: monday, to: monday }, 2)).toEqual([monday, monday]);
});
