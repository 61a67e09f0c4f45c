import { expect, test } from "vitest";
import { correctSpelling } from "#server/assistant/understanding/spelling.ts";
import { wordsOf } from "#server/assistant/understanding/words.ts";

test.each([
  ["how many leeds qualifed this weak", "how many leads qualified this week"],
  ["shwo pendign leads", "show pending leads"],
  ["which sorce faill last", "which source fail last"],
  ["explain Storey", "explain storey"],
  ["leads from acme", "leads from acme"],
  ["is tender a keyword", "is tender a keyword"],
])("reads %j as %j", (question, text) => {
  expect(correctSpelling(wordsOf(question)).text).toBe(text);
});

test("returns correct text unchanged", () => {
  const wording = wordsOf("how many leads from acme");
  expect(correctSpelling(wording)).toBe(wording);
});
