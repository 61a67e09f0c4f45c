import { expect, test } from "vitest";
import { missingWords, partNotes, pointsWords } from "#shared/score-words.ts";

test("shows points with their sign", () => {
  expect([20, 0, -5].map(pointsWords)).toEqual(["+20", "0", "−5"]);
});

test("explains only parts that give less than their rule's points", () => {
  const parts = [{ points: 20 }, { points: 5, full: 20 }, { points: -5, full: -10 }, { points: -20, full: -30 }];
  expect(partNotes(parts, 60)).toEqual([
    "",
    "5 of 20 points, 60 days old",
    "5 of 10 points off, 60 days old",
    "20 of 30 points off, since scores can't go below 0",
  ]);
  expect(partNotes([{ points: 0, full: 8 }], 1)).toEqual(["0 of 8 points, 1 day old"]);
});

test("states how many points are missing", () => {
  expect(missingWords({ missing: 0, threshold: 30 })).toBe("Reaches the threshold (30).");
  expect(missingWords({ missing: 1, threshold: 30 })).toBe("1 point below the threshold (30).");
  expect(missingWords({ missing: 12, threshold: 30 })).toBe("12 points below the threshold (30).");
});
