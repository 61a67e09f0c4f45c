import { HELP_PAGES } from "#server/assistant/help/help-pages.ts";
import { formatIntents } from "#server/assistant/understanding/intent-model.ts";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { INTENTS } from "#server/assistant/understanding/intents.ts";
import { countQuestions, readIntentExamples } from "../training/count-questions.ts";

const COUNTS = new URL("../src/server/assistant/understanding/intent-counts.json", import.meta.url);
const examples = readIntentExamples();

test("the assistant's counts are what npm run train builds, to the byte", () => {
  expect(formatIntents(countQuestions(examples))).toBe(readFileSync(COUNTS, "utf8"));
});

test("every intent and help text has examples, and none in English occurs twice", () => {
  const wanted = [...INTENTS.filter((intent) => intent !== "help"), ...HELP_PAGES.map(({ id }) => `help:${id}`)];
  expect(new Set(examples.map(({ intent }) => intent))).toEqual(new Set(wanted));
  const questions = examples.filter(({ language }) => language === "en").map(({ words }) => words.join(" "));
  expect(questions.filter((question, at) => questions.indexOf(question) !== at)).toEqual([]);
});
