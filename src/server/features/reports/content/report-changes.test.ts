import { expect, test } from "vitest";
import { reportChanges, type ReportSpan } from "#server/features/reports/content/report-changes.ts";
import { sampleLead } from "#test/sample-lead.ts";

const NOTHING = { count: 0, leads: [] };

function spanWith(more: Partial<ReportSpan["changes"]> = {}, waiting = { count: 0, exact: true }): ReportSpan {
  return {
    from: new Date("2026-10-24T06:00:00Z"),
    to: new Date("2026-10-25T07:00:00Z"),
    timeZone: "Europe/Berlin",
    changes: { newlyQualified: NOTHING, decided: NOTHING, noLongerQualified: NOTHING, isExact: true, ...more },
    waiting,
  };
}

test("states the span in local time, across a clock change, and that nothing changed", () => {
  expect(reportChanges(spanWith())).toEqual({
    sentence:
      "From Oct 24, 2026, 08:00 to Oct 25, 2026, 08:00 (Europe/Berlin): 0 newly qualified, 0 decided, 0 no longer qualified. 0 leads are waiting for a decision.",
    groups: [],
  });
});

test("counts what changed, and names who was decided and who no longer qualifies", () => {
  const content = reportChanges(
    spanWith(
      {
        newlyQualified: { count: 3, leads: [sampleLead()] },
        decided: {
          count: 2,
          leads: [sampleLead({ status: "approved" }), sampleLead({ name: "Bo", status: "rejected" })],
        },
        noLongerQualified: {
          count: 1_204,
          leads: [
            sampleLead({ name: "", score: 12, status: "pending" }),
            sampleLead({ name: "", email: "", company: "", score: 11, status: "pending" }),
          ],
        },
      },
      { count: 1, exact: true },
    ),
  );
  expect(content.sentence).toContain("3 newly qualified, 2 decided, 1,204 no longer qualified. 1 lead is waiting for");
  expect(content.groups).toEqual([
    {
      title: "Decided",
      lines: [
        { name: "Ada Lovelace", what: "approved" },
        { name: "Bo", what: "rejected" },
      ],
      more: "",
    },
    {
      title: "No longer qualified",
      lines: [
        { name: "ada@analytical.example", what: "score 12" },
        { name: "Unnamed lead", what: "score 11" },
      ],
      more: "And 1,202 more.",
    },
  ]);
});

test("says if it didn't check all of them", () => {
  const { sentence } = reportChanges(
    spanWith({ isExact: false, newlyQualified: { count: 20_000, leads: [] } }, { count: 10_000, exact: false }),
  );
  expect(sentence).toContain("20,000 or more newly qualified");
  expect(sentence).toContain("10,000 leads or more are waiting for a decision.");
});
