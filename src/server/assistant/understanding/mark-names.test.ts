import { expect, test } from "vitest";
import { markNames } from "#server/assistant/understanding/mark-names.ts";
import { wordsOf } from "#server/assistant/understanding/words.ts";

const SOURCES = [
  { name: "Call me back", kind: "form", isOnly: false },
  { name: "Request a quote", kind: "form", isOnly: false },
];

test.each([
  ["leads from call me back", ["Call me back"]],
  ["leads from request quote", ["Request a quote"]],
  ["who is worth calling?", []],
  ["whom do I call back on Friday?", []],
])("%j names %j", (question, names) => {
  const { words } = markNames(wordsOf(question), { sources: SOURCES });
  expect(words.flatMap(({ origin }) => origin ?? [])).toEqual(names);
});
