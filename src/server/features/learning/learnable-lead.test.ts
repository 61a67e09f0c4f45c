import { expect, test } from "vitest";
import { learnableLead, type LeadToLearn } from "#server/features/learning/learnable-lead.ts";
import type { FieldOrigin } from "#shared/lead-record.ts";
import { sampleLead } from "#test/sample-lead.ts";

const EDITED: FieldOrigin = {
  source: "manual",
  sourceName: "",
  locator: "",
  method: "edited",
  at: "2026-05-09T10:00:00.000Z",
};
const PART = { ruleId: "1", ruleName: "Rule", field: "notes", points: 5 };

function lead(more: Partial<LeadToLearn>): LeadToLearn {
  return { ...sampleLead(), facts: [], provenance: {}, otherValues: [], scoreParts: [], ...more };
}

test("a person's later edits aren't learned from", () => {
  const notes = "Needs pallets. Called: wants a demo";
  const came = lead({ notes: "Needs PALLETS.", phone: "", company: "Acme" });
  const edited = lead({
    notes,
    phone: "+49 30 1234567",
    company: "Acme Ltd",
    provenance: { notes: EDITED, phone: EDITED, company: EDITED },
    otherValues: [
      { field: "company", value: "Acme", origin: null },
      { field: "notes", value: "Needs PALLETS.", origin: null },
      { field: "notes", value: "Needs pallets. Called", origin: EDITED },
    ],
    scoreParts: [
      { ...PART, keyword: "pallets", start: 6, end: 13, points: 3, full: 6 },
      { ...PART, keyword: "demo", start: notes.indexOf("demo"), end: notes.length },
    ],
  });
  const at = "2026-05-11T00:00:00.000Z";
  const learned = learnableLead(edited, at);
  expect(learned).toMatchObject({
    texts: learnableLead(came, at).texts,
    missing: learnableLead(came, at).missing,
    parts: [{ ruleId: "1", keyword: "pallets", points: 6 }],
  });
  expect(learned.missing).toContain("phone");
  expect(learned.ownNames).toEqual(expect.arrayContaining(["Acme", "Acme Ltd"]));
});

test("ages are counted to the given time, and senders' names are removed from the texts", () => {
  const { ageDays, texts } = learnableLead(
    lead({ createdAt: "2026-05-01T12:00:00.000Z", notes: "Dear Ms Kowalczyk, we need racks" }),
    "2026-05-04T11:00:00.000Z",
  );
  expect(ageDays).toBe(2);
  expect(texts.join(" ")).toMatch(/need racks/u);
  expect(texts.join(" ")).not.toMatch(/kowalczyk/iu);
});
