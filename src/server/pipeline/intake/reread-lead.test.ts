import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseValue } from "#server/pipeline/intake/choose-value.ts";
import { createLead } from "#server/pipeline/intake/create-lead.ts";
import { editLead } from "#server/pipeline/intake/edit-lead.ts";
import { mergeLead } from "#server/pipeline/intake/merge-lead.ts";
import { normalizeLead } from "#server/pipeline/intake/normalize.ts";
import { seenValues } from "#server/pipeline/intake/other-values.ts";
import { rawInputsOf } from "#server/pipeline/intake/raw-input.ts";
import { rereadLead, type Reread } from "#server/pipeline/intake/reread-lead.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { RawLead, SourceRef } from "#shared/raw-lead.ts";
import { rounds } from "#test/thorough.ts";

type Read = Pick<RawLead, "fields" | "facts">;

const SHEET: SourceRef = { kind: "google_sheets", id: "1", name: "Leads" };
const FILE: SourceRef = { kind: "file", id: null, name: "fair.csv" };
const NOW = "2026-05-03T00:00:00.000Z";
const scoring = { ruleset: compileRuleset([]), threshold: 30, now: NOW, today: NOW };
const nobodys = { now: "2026-06-01T00:00:00.000Z", isEmailTaken: () => false };

function rawLead(rowKey: string, read: Read): RawLead {
  return { ...read, rowKey, contentHash: JSON.stringify(read), locator: `row ${rowKey}`, raw: read, sourceData: {} };
}

function arrival(source: SourceRef, rowKey: string, read: Read) {
  const raw = rawLead(rowKey, read);
  const normal = normalizeLead(raw);
  return "skipped" in normal ? null : { raw, normal: normal.lead, source, now: NOW };
}

function created(source: SourceRef, rowKey: string, read: Read): StoredLead {
  const first = arrival(source, rowKey, read);
  if (first === null) throw new Error("skipped");
  return { ...createLead(first), id: "7" };
}

/** Each row of a lead, read as `reader` reads it. */
function readings(lead: StoredLead, reader = (read: Read): Read => read): Reread[] {
  return rawInputsOf(lead.rawData).map((input) => ({ input, raw: rawLead(input.rowKey, reader(input.raw as Read)) }));
}

const ann: Read = { fields: { email: "ann@x.com", name: "Ann", company: "Acme" }, facts: [] };

test("a better reading updates its row's values, fills empty fields, and records the row", () => {
  const lead = created(SHEET, "1", ann);
  const better = (): Read => ({
    fields: { ...ann.fields, company: "Acme Ltd", title: "Buyer" },
    facts: [{ name: "Budget", value: "5k" }],
  });
  const { lead: after, changes } = rereadLead(lead, readings(lead, better), nobodys);
  expect(changes.map(({ field, before, after: value, input }) => [field, before, value, input.rowKey])).toEqual([
    ["company", "Acme", "Acme Ltd", "1"],
    ["title", "", "Buyer", "1"],
    ["fact:Budget", "", "5k", "1"],
  ]);
  expect(after).toMatchObject({
    company: "Acme Ltd",
    title: "Buyer",
    facts: [{ name: "Budget", value: "5k" }],
    provenance: { title: { source: "google_sheets", locator: "row 1", at: nobodys.now } },
  });
  expect(rereadLead(after, readings(after, better), nobodys)).toEqual({ lead: after, changes: [] });
});

test("keeps what a person decided and what another row brought", () => {
  const lead = created(SHEET, "1", { ...ann, fields: { ...ann.fields, title: "Buyer", industry: "Steel" } });
  const edited = editLead(lead, { company: "Globex", industry: "" }, scoring);
  const second = arrival(FILE, "9", {
    fields: { email: "ann@x.com", title: "Owner", phone: "+14155552671" },
    facts: [],
  });
  if (second === null) throw new Error("skipped");
  const both = mergeLead(edited, second, { isEmailTaken: false });
  const other = (read: Read): Read => ({
    ...read,
    fields: { ...read.fields, company: "Initech", title: "Chief", industry: "Iron" },
  });
  const { lead: after } = rereadLead(both, readings(both, other), nobodys);
  expect(after).toMatchObject({ company: "Globex", industry: "", title: "Chief", phone: "+14155552671" });
  const fileOnly = readings(both, other).slice(1);
  expect(rereadLead(both, fileOnly, nobodys).changes).toEqual([]);
});

test("doesn't take an email that belongs to another lead", () => {
  const lead = created(SHEET, "1", ann);
  const other = (read: Read): Read => ({ ...read, fields: { ...read.fields, email: "bo@x.com" } });
  const taken = { ...nobodys, isEmailTaken: (key: string) => key === "bo@x.com" };
  expect(rereadLead(lead, readings(lead, other), taken).changes).toEqual([]);
  expect(rereadLead(lead, readings(lead, other), nobodys).lead).toMatchObject({
    email: "bo@x.com",
    emailKey: "bo@x.com",
  });
});

const some = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const read: fc.Arbitrary<Read> = fc.record({
  fields: fc
    .record({
      name: some("Ann", "Bob", ""),
      email: some("ann@x.com", "ann@x.com; dan@x.com", "no address"),
      phone: some("+14155552671", "+1 415 555 2672", "none 123"),
      company: some("Acme", "ACME", "Globex"),
      notes: some("robots", "cranes", "robots and more"),
    })
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))),
  facts: fc.subarray([
    { name: "Budget", value: "5k" },
    { name: "Phone (other)", value: "+1 415 555 2672" },
  ]),
});
const field = fc.constantFrom(...LEAD_TEXT_FIELDS);
type Step = (lead: StoredLead) => StoredLead;
const arrived: fc.Arbitrary<Step> = fc
  .record({
    source: fc.constantFrom(SHEET, FILE),
    rowKey: fc.constantFrom("1", "2", "3"),
    read,
    isEmailTaken: fc.boolean(),
    policy: fc.constantFrom(undefined, "fill" as const, "overwrite" as const),
  })
  .map(({ source, rowKey, read: row, isEmailTaken, policy }) => (lead) => {
    const more = arrival(source, rowKey, row);
    // Only a file import asks a person what to do with known leads.
    const context = { isEmailTaken, policy: source === FILE ? policy : undefined };
    return more === null ? lead : mergeLead(lead, more, context);
  });
const edited: fc.Arbitrary<Step> = fc
  .record({ field, value: fc.constantFrom("", "Acme", "Initech", "robots") })
  .filter((drawn) => drawn.field !== "email")
  .map((drawn) => (lead) => editLead(lead, { [drawn.field]: drawn.value }, scoring));
const picked: fc.Arbitrary<Step> = fc.record({ field, at: fc.nat(3) }).map((drawn) => (lead) => {
  const value = seenValues(lead, drawn.field)[drawn.at]?.value;
  return value === undefined ? lead : (chooseValue(lead, drawn.field, value, scoring) ?? lead);
});

test("the same readings change nothing, whatever has happened to the lead since", () => {
  fc.assert(
    fc.property(read, fc.array(fc.oneof(arrived, edited, picked), { maxLength: 8 }), (first, steps) => {
      const start = created(SHEET, "1", { ...first, fields: { ...first.fields, email: "ann@x.com" } });
      const lead = steps.reduce((now, step) => step(now), start);
      expect(rereadLead(lead, readings(lead), nobodys)).toEqual({ lead, changes: [] });
    }),
    { numRuns: rounds(750, 5_000) },
  );
});

test("a better reading applies once", () => {
  fc.assert(
    fc.property(read, fc.array(fc.oneof(arrived, edited), { maxLength: 5 }), read, (first, steps, better) => {
      const start = created(SHEET, "1", { ...first, fields: { ...first.fields, email: "ann@x.com" } });
      const lead = steps.reduce((now, step) => step(now), start);
      const reader = (row: Read): Read => ({ fields: { ...row.fields, ...better.fields }, facts: better.facts });
      const once = rereadLead(lead, readings(lead, reader), nobodys).lead;
      expect(rereadLead(once, readings(once, reader), nobodys)).toEqual({ lead: once, changes: [] });
    }),
    { numRuns: rounds(300, 2_000) },
  );
});
