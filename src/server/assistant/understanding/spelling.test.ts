import { expect, test } from "vitest";
import { mendSpelling } from "#server/assistant/understanding/spelling.ts";
import { wordsOf } from "#server/assistant/understanding/words.ts";

test.each([
  ["how many leeds qualifed this weak", "how many leads qualified this week"],
  ["shwo pendign leads", "show pending leads"],
  ["which sorce faild last", "which source failed last"],
  ["explain Storey", "explain storey"],
  ["leads from acme", "leads from acme"],
])("%j is read as %j", (question, text) => {
  expect(mendSpelling(wordsOf(question)).text).toBe(text);
});

test("nothing to mend is the very same wording", () => {
  const wording = wordsOf("how many leads from acme");
  expect(mendSpelling(wording)).toBe(wording);
});
