import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { kindOf } from "./features.ts";
import { CONCEPTS } from "./lexicon/concepts.ts";
import { shippedModel } from "./shipped-model.ts";
import { formatWeights, parseWeights } from "./weights-file.ts";

test("the shipped file is what its model is written as", () => {
  const file = readFileSync(new URL("weights.json", import.meta.url), "utf8");
  expect(formatWeights(parseWeights(file))).toBe(file);
});

test("every weight belongs to something that a message can have", () => {
  const names = new Set(CONCEPTS.map(({ name }) => name));
  const isKnown = (feature: string): boolean => {
    const kind = kindOf(feature);
    const what = feature.slice(kind.length + 1);
    if (["says", "asks", "subject", "opens"].includes(kind)) return names.has(what);
    if (kind === "frame") return what.split(" → ").every((half) => names.has(half));
    return ["balance", "shape", "word", "phrase", "stem", "question", "ends"].includes(kind);
  };
  expect([...shippedModel.weights.keys()].filter((feature) => !isKnown(feature))).toEqual([]);
});

test.each([
  ["no JSON", "{"],
  ["no weights", `{"bias": 0, "calibration": {"slope": 1, "offset": 0}}`],
  ["a weight that is no number", `{"bias": 0, "calibration": {"slope": 1, "offset": 0}, "weights": {"word a": "b"}}`],
  ["half a calibration", `{"bias": 0, "calibration": {"slope": 1}, "weights": {}}`],
])("%s is refused", (_, file) => {
  expect(() => parseWeights(file)).toThrow(/JSON|damaged/u);
});
