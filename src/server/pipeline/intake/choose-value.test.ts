import { expect, test } from "vitest";
import { chooseValue } from "#server/pipeline/intake/choose-value.ts";
import { createLead } from "#server/pipeline/intake/create-lead.ts";
import { editLead } from "#server/pipeline/intake/edit-lead.ts";
import { mergeLead } from "#server/pipeline/intake/merge-lead.ts";
import { normalizeLead } from "#server/pipeline/intake/normalize.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";

const SHEET: SourceRef = { kind: "google_sheets", id: "1", name: "Leads" };
const FAIR: SourceRef = { kind: "google_sheets", id: "2", name: "Trade fair" };
const NOW = "2026-05-03T00:00:00.000Z";
const LATER = "2026-06-03T00:00:00.000Z";
const ruleset = compileRuleset([{ ...DEFAULT_RULE, id: "1", name: "Robots", keywords: ["robots"], scoreWeight: 40 }]);
const context = { ruleset, threshold: 30, now: LATER, today: LATER };

function arrival(source: SourceRef, rowKey: string, fields: RawLead["fields"]) {
  const contentHash = JSON.stringify(fields);
  const raw: RawLead = {
    rowKey,
    contentHash,
    locator: `row ${rowKey}`,
    fields,
    facts: [],
    raw: fields,
    sourceData: {},
  };
  const normal = normalizeLead(raw);
  if ("skipped" in normal) throw new Error(normal.skipped);
  return { raw, normal: normal.lead, source, now: NOW };
}

function merged(lead: StoredLead, ...more: Parameters<typeof arrival>): StoredLead {
  return mergeLead(lead, arrival(...more), { isEmailTaken: false });
}

const ann = { email: "ann@x.com", name: "Ann", company: "Acme", phone: "+14155552671" };
const first: StoredLead = { ...createLead(arrival(SHEET, "1", ann)), id: "7" };
const both = merged(first, FAIR, "9", { ...ann, company: "Acme Robots", phone: "+1 415 555 2672" });

test("another source's value is stored with its row, and nothing for a single source", () => {
  expect(first.otherValues).toEqual([]);
  expect(both).toMatchObject({ company: "Acme", phone: "+14155552671" });
  expect(both.otherValues).toMatchObject([
    { field: "company", value: "Acme Robots", origin: { sourceName: "Trade fair", locator: "row 9", at: NOW } },
    { field: "phone", value: "+1 415 555 2672" },
  ]);
});

test("picking a value keeps its origin, and the previous value can be picked again", () => {
  const picked = chooseValue(both, "company", "Acme Robots", context);
  expect(picked).toMatchObject({
    company: "Acme Robots",
    facts: [
      { name: "Phone (Trade fair)", value: "+1 415 555 2672" },
      { name: "Company (Leads)", value: "Acme" },
    ],
    score: 40,
    status: "qualified",
    provenance: { company: { sourceName: "Trade fair", rowKey: "9" } },
  });
  const back = picked && chooseValue(picked, "company", "Acme", context);
  expect(back).toMatchObject({ company: "Acme", provenance: { company: { sourceName: "Leads", rowKey: "1" } } });
  expect(back?.otherValues.map(({ value }) => value).toSorted()).toEqual(["+1 415 555 2672", "Acme Robots"]);
});

test("a picked phone or email identifies the lead", () => {
  expect(chooseValue(both, "phone", "+1 415 555 2672", context)?.phoneKey).toBe("+14155552672");
  const edited = editLead(both, { email: "ann@y.com" }, context);
  expect(chooseValue(edited, "email", "ann@x.com", context)).toMatchObject({
    email: "ann@x.com",
    emailKey: "ann@x.com",
  });
});

test("no source replaces what a person has picked", () => {
  const picked = chooseValue(both, "company", "Acme Robots", context);
  if (picked === null) throw new Error("not seen");
  const after = merged(picked, FAIR, "9", { ...ann, company: "Acme Machines" });
  expect(after.company).toBe("Acme Robots");
  expect(after.otherValues.map(({ value }) => value)).toContain("Acme Machines");
});

test("a replaced value can be picked again, and keywords search only the current one", () => {
  const robots: StoredLead = { ...first, notes: "robots" };
  const edited = editLead(robots, { notes: "nothing", company: "Globex" }, context);
  expect(edited.score).toBe(0);
  expect(edited.otherValues).toMatchObject([
    { field: "company", value: "Acme", origin: { sourceName: "Leads" } },
    { field: "notes", value: "robots" },
  ]);
  expect(chooseValue(edited, "notes", "robots", context)).toMatchObject({ notes: "robots", score: 40 });
});

test("an unknown value or an invalid address can't be picked", () => {
  expect(chooseValue(both, "company", "Initech", context)).toBe(null);
  expect(chooseValue(both, "company", "Acme", context)).toBe(null);
  const odd: StoredLead = { ...both, facts: [{ name: "E-mail (as written)", value: "on request" }] };
  expect(chooseValue(odd, "email", "on request", context)).toBe(null);
});
