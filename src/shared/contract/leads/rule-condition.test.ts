import { describe, expect, test } from "vitest";
import { conditionWords, impliesCondition, readCondition } from "#shared/contract/leads/rule-condition.ts";

describe("a condition of a rule", () => {
  test.each([
    ["at least 5,000", "is at least 5,000", ["5000", "5000.5"], ["4999.99", "many", undefined]],
    ["At most -1.5", "is at most -1.5", ["-1.5", "-2"], ["0", undefined]],
    ["between 1 and 5", "is between 1 and 5", ["1", "5"], ["0.99", "5.01", undefined]],
    ["before 31.1.2026", "is before Jan 31, 2026", ["2026-01-30"], ["2026-01-31", undefined]],
    ["after 2026-01-31", "is after Jan 31, 2026", ["2026-02-01"], ["2026-01-31", undefined]],
    [
      "between 2026-01-01 and 2026-01-31",
      "is between Jan 1, 2026 and Jan 31, 2026",
      ["2026-01-01", "2026-01-31"],
      ["2025-12-31", "2026-02-01", undefined],
    ],
    ["is Gold and Silver", "is Gold and Silver", ["gold and silver", "Bronze\nGold and Silver"], ["Gold", undefined]],
    ["is yes", "is yes", ["Yes"], ["No", undefined]],
    [" empty ", "is empty", [undefined], ["0", "No"]],
    ["Filled in", "is filled in", ["0", "No"], [undefined]],
  ])("“%s” is met by some values", (text, words, met, others) => {
    const condition = readCondition(text);
    expect(conditionWords("Field", text)).toBe(`Field ${words}`);
    expect(met.filter((value) => condition?.meets(value) !== true)).toEqual([]);
    expect(others.filter((value) => condition?.meets(value) !== false)).toEqual([]);
  });

  test.each([
    "",
    "5000",
    "at least",
    "at least many",
    "at least 2026-01-01",
    "before 5",
    "between 5 and 1",
    "between 2026-02-01 and 2026-01-01",
    "between 1 and 2026-01-01",
    "at least 1 and 2",
    "is ",
    "emptyish",
  ])("can't be read from “%s”", (text) => {
    expect(readCondition(text)).toBeNull();
  });

  test.each([
    ["at least 5000", "at least 1,000"],
    ["between 2 and 3", "between 1 and 3"],
    ["between 2 and 3", "at most 3"],
    ["before 2026-01-31", "before 2026-02-01"],
    ["between 2026-02-01 and 2026-02-28", "after 2026-01-31"],
    ["is gold", "is Gold"],
    ["is Gold", "filled in"],
    ["at most 3", "filled in"],
    ["empty", "empty"],
  ])("“%s” implies “%s”", (narrow, wide) => {
    expect(impliesCondition(readCondition(narrow), readCondition(wide))).toBe(true);
  });

  test.each([
    ["at least 1000", "at least 5000"],
    ["at least 1", "at most 5"],
    ["before 2026-02-01", "before 2026-01-31"],
    ["after 2026-01-31", "between 2026-02-01 and 2026-02-28"],
    ["after 2026-01-31", "at least 5"],
    ["is Gold", "is Silver"],
    ["filled in", "is Gold"],
    ["empty", "filled in"],
    ["empty", "at least 0"],
    ["is Gold", "empty"],
  ])("“%s” doesn't imply “%s”", (narrow, wide) => {
    expect(impliesCondition(readCondition(narrow), readCondition(wide))).toBe(false);
  });
});
