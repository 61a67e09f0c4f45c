import { expect, test } from "vitest";
import { matchesIn } from "#web/screens/leads/sheet/score/text-matches.ts";
import { sampleExplanation } from "#test/sample-lead.ts";

test("shows the matches of every rule, with its own as the main one", () => {
  const { parts } = sampleExplanation();
  const [first, second] = parts;
  if (first === undefined || second === undefined) throw new Error("two parts");
  expect(matchesIn(first, parts)).toEqual([
    { start: 6, end: 16, isMain: true },
    { start: 17, end: 24, isMain: false },
  ]);
  expect(matchesIn(second, parts).map(({ isMain }) => isMain)).toEqual([false, true]);
});

test("ignores matches in other fields, outside the excerpt or overlapping another", () => {
  const [part] = sampleExplanation().parts;
  if (part === undefined) throw new Error("a part");
  const others = [
    { ...part, field: "title" },
    { ...part, start: 0, end: 8 },
    { ...part, start: 100, end: 108 },
    { ...part, start: 17, end: 24 },
    { ...part, start: 17, end: 20 },
  ];
  expect(matchesIn(part, [part, ...others]).map(({ start, end }) => [start, end])).toEqual([
    [6, 16],
    [17, 24],
  ]);
});
