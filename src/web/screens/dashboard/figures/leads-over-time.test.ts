import { describe, expect, it } from "vitest";
import { overTimeSentence, sourcesOf } from "#web/screens/dashboard/figures/leads-over-time.ts";

type BySource = Record<string, number>;
const days = (...counts: BySource[]) => counts.map((bySource, index) => ({ day: `2026-11-0${index + 1}`, bySource }));
const sentence = (...counts: BySource[]): string => overTimeSentence(days(...counts), sourcesOf(days(...counts)));

describe("sourcesOf", () => {
  it("lists sources with leads in the usual order, each with its series index", () => {
    const found = sourcesOf(days({ form: 2, google_sheets: 1 }, { form: 1, zebra_feed: 4, website: 0 }, {}));
    expect(found.map(({ name, total }) => [name, total])).toEqual([
      ["Google Sheets", 1],
      ["Web form", 3],
      ["zebra feed", 4],
    ]);
    const alone = sourcesOf(days({ form: 1 }));
    expect(alone[0]?.place).toBe(found[1]?.place);
  });
});

describe("overTimeSentence", () => {
  it.each([
    [[{}, {}], "No leads in the last 2 days."],
    [[{}, { form: 1 }], "1 lead in the last 2 days, from Web form."],
    [[{ form: 1 }, { form: 1 }], "2 leads in the last 2 days, all from Web form."],
    [[{ form: 1, email: 3 }, {}], "4 leads in the last 2 days, led by Email (3)."],
  ])("describes %j as %s", (counts, expected) => {
    expect(sentence(...counts)).toBe(expected);
  });
});
