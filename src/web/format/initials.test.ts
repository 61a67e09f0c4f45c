import { describe, expect, it } from "vitest";
import { initials } from "#web/format/initials.ts";

describe("initials", () => {
  it.each([
    ["two words", "ada lovelace", "AL"],
    ["three words", "Jean Luc Picard", "JL"],
    ["one word", "Cher", "C"],
    ["all kinds of whitespace", "  \u00a0Ada\t Lovelace ", "AL"],
    ["a combining accent", "e\u0301lodie n", "E\u0301N"],
    ["an emoji with several code points", "👩‍💻 Dev", "👩‍💻D"],
    ["no name", "", "?"],
    ["null", null, "?"],
  ])("handles %s", (_word, name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
