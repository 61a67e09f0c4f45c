import { formatIntents } from "#server/assistant/understanding/intent-model.ts";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { INTENTS } from "#server/assistant/understanding/intents.ts";
import { fitIntents, readIntentExamples } from "../training/fit-intents.ts";

const WEIGHTS = new URL("../src/server/assistant/understanding/intent-weights.json", import.meta.url);
const examples = readIntentExamples();

test("the assistant's weights are what npm run train builds, to the byte", () => {
  expect(formatIntents(fitIntents(examples))).toBe(readFileSync(WEIGHTS, "utf8"));
});

test("every intent has examples, and none occurs twice", () => {
  expect(new Set(examples.map(({ intent }) => intent))).toEqual(new Set(INTENTS));
  const questions = examples.map(({ words }) => words.join(" "));
  expect(questions.filter((question, at) => questions.indexOf(question) !== at)).toEqual([]);
});
