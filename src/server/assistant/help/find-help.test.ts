import { describe, expect, test } from "vitest";
import { findHelp } from "#server/assistant/help/find-help.ts";
import { HELP_PAGES } from "#server/assistant/help/help-pages.ts";

describe("the help", () => {
  test.each(HELP_PAGES.map(({ title }) => title))("answers its title %j", (title) => {
    expect(findHelp(title)[0]?.title).toBe(title);
  });

  test.each([
    ["are old leads erased automatically", "How long leads are kept"],
    ["hotkeys", "Keyboard"],
    ["stop the daily digest", "Your daily digest"],
    ["dark theme", "Light, dark and system appearance"],
    ["wildcards in keywords", "What a keyword matches"],
    ["confguration backup", "Backing up your leads"],
  ])("answers %j with %j", (question, title) => {
    expect(findHelp(question).map((found) => found.title)).toContain(title);
  });

  test.each(["bake bread", "best pizza in naples", "who painted the mona lisa", "fix my car"])(
    "has no answer to %j",
    (question) => {
      expect(findHelp(question)).toEqual([]);
    },
  );
});
