import { describe, expect, test } from "vitest";
import { HELP_CHAPTERS } from "#shared/help/articles.ts";
import { FAQ } from "#shared/help/faq.ts";
import { searchHelp } from "#server/assistant/help/search-help.ts";

describe("the help", () => {
  test.each(FAQ.map(({ question }) => question))("answers the question %j", (question) => {
    expect(searchHelp(question).map(({ title }) => title)).toContain(question);
  });

  test.each(HELP_CHAPTERS.flatMap(({ articles }) => articles.map(({ title }) => title)))(
    "finds the page %j by its title",
    (title) => {
      expect(searchHelp(title).map((found) => found.title)).toContain(title);
    },
  );

  test.each([
    ["are old leads erased automatically", "How long leads are kept"],
    ["hotkeys", "Keyboard"],
    ["stop the daily digest", "Your daily digest"],
    ["dark theme", "Light, dark and system appearance"],
    ["wildcards in keywords", "What a keyword matches"],
    ["confguration backup", "Backing up your leads"],
  ])("answers %j with %j", (question, title) => {
    expect(searchHelp(question).map((found) => found.title)).toContain(title);
  });

  test.each(["", "the and of", "bake bread", "best pizza in naples", "who painted the mona lisa", "fix my car"])(
    "has no answer to %j",
    (question) => {
      expect(searchHelp(question)).toEqual([]);
    },
  );
});
