import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FACTORS } from "./text-model.ts";
import { formatWeights, parseWeights } from "./weights-file.ts";

test("the shipped file is identical to its written model", () => {
  const file = readFileSync(new URL("weights.json", import.meta.url), "utf8");
  expect(formatWeights(parseWeights(file))).toBe(file);
});

test("a model survives writing and reading", () => {
  const weights = new Map([
    [7, 0.5],
    [4_000_000_000, -1.25],
  ]);
  const model = {
    bias: -2,
    calibration: { slope: 1.5, offset: 0.25, sender: 0.5 },
    weights,
    pairs: new Map([[9, new Float64Array(FACTORS).fill(-0.25)]]),
    shifts: new Map<string, number>(),
  };
  expect(parseWeights(formatWeights(model))).toEqual(model);
});

test.each([
  ["no JSON", "{"],
  ["no bias", `{"calibration": {"slope": 1, "offset": 0, "sender": 0}, "hashes": "", "steps": ""}`],
  [
    "fewer weights than hashes",
    `{"bias": 0, "calibration": {"slope": 1, "offset": 0, "sender": 0}, "hashes": "AAAAAA==", "steps": ""}`,
  ],
  [
    "fewer factors than features",
    `{"bias": 0, "calibration": {"slope": 1, "offset": 0, "sender": 0}, "paired": "AAAAAA==", "factors": "AAAA"}`,
  ],
  ["half a calibration", `{"bias": 0, "calibration": {"slope": 1, "offset": 0}, "hashes": "", "steps": ""}`],
])("%s is rejected", (_, file) => {
  expect(() => parseWeights(file)).toThrow(/JSON|damaged/u);
});
