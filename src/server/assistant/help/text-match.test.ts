import { expect, test } from "vitest";
import { bestFirst, helpMatches } from "#server/assistant/help/text-match.ts";

const TEXT = "Tags are labels for leads.\n\nRename and merge tags under Configuration.";

test("the paragraph that a question is about comes first", () => {
  expect(bestFirst(TEXT, ["merge", "tags"])).toMatch(/^Rename and merge/u);
  expect(bestFirst(TEXT, ["labels"])).toBe(TEXT);
  expect(bestFirst(TEXT, ["unknown"])).toBe(TEXT);
});

test("a help text matches the words of its title best", () => {
  const [best] = [...helpMatches(["possible", "duplicates"])].toSorted(([, one], [, other]) => other - one);
  expect(best?.[0]).toBe("duplicates");
});
