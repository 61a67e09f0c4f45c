import { expect, test } from "vitest";
import { missingWords, partNotes, pointsWords } from "#shared/score-words.ts";

test("points carry their sign", () => {
  expect([20, 0, -5].map(pointsWords)).toEqual(["+20", "0", "−5"]);
});

test("what a part gives less than its rule says is explained, and what it gives whole is not", () => {
  const parts = [{ points: 20 }, { points: 5, full: 20 }, { points: -5, full: -10 }, { points: -20, full: -30 }];
  expect(partNotes(parts, 60)).toEqual([
    "",
    "5 of 20 points, 60 days old",
    "5 of 10 points off, 60 days old",
    "20 of 30 points off, as no more were there",
  ]);
  expect(partNotes([{ points: 0, full: 8 }], 1)).toEqual(["0 of 8 points, 1 day old"]);
});

test("what is missing is counted", () => {
  expect(missingWords({ missing: 0, threshold: 30 })).toBe("It reaches the threshold of 30.");
  expect(missingWords({ missing: 1, threshold: 30 })).toBe("1 point is missing to the threshold of 30.");
  expect(missingWords({ missing: 12, threshold: 30 })).toBe("12 points are missing to the threshold of 30.");
});
