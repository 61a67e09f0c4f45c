import { describe, expect, test } from "vitest";
import { normalizeLead, type NormalLead } from "#server/pipeline/intake/normalize.ts";
import { LEAD_TEXT_FIELDS, perField } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Fact, RawLead } from "#shared/raw-lead.ts";

function rawLead(fields: RawLead["fields"], facts: Fact[] = []): RawLead {
  return { rowKey: "1", contentHash: "h", locator: "row 1", fields, facts, raw: fields, sourceData: {} };
}

function normal(fields: RawLead["fields"], facts: Fact[] = []): NormalLead {
  const normalized = normalizeLead(rawLead(fields, facts));
  if ("skipped" in normalized) throw new Error(normalized.skipped);
  return normalized.lead;
}

test("single lines are cleaned, notes keep every character", () => {
  const { fields } = normal({
    name: " Ann\u0000\n Lee ",
    email: " Ann@Example.com ",
    company: "Acme\t Ltd",
    notes: " line 1\r\nline 2\u0000 \ud83d ",
  });
  expect(fields).toEqual({
    ...perField(LEAD_TEXT_FIELDS, () => ""),
    name: "Ann Lee",
    email: "Ann@Example.com",
    company: "Acme Ltd",
    notes: " line 1\r\nline 2\u0000 \ud83d ",
  });
});

test("keys are normalized, the original text stays", () => {
  const lead = normal({ email: "ANN@Bücher.example", phone: "+1 (415) 555-2671" });
  expect([lead.emailKey, lead.phoneKey]).toEqual(["ann@xn--bcher-kva.example", "+14155552671"]);
  expect([lead.fields.email, lead.fields.phone]).toEqual(["ANN@Bücher.example", "+1 (415) 555-2671"]);
});

test("the first of several phones is used, and the others become facts", () => {
  const lead = normal({ phone: "030 901820; +49 171 2345678" });
  expect([lead.fields.phone, lead.phoneKey]).toEqual(["+49 171 2345678", "+491712345678"]);
  expect(lead.facts).toEqual([{ name: "Phone (other)", value: "030 901820" }]);
});

test("a phone that isn't an international number has no key", () => {
  expect(normal({ phone: "030 901820" })).toMatchObject({ fields: { phone: "030 901820" }, phoneKey: null });
});

test.each([
  ["ann@x.com, 030 901820", ["ann@x.com", "030 901820"]],
  ["ann@x.com", ["ann@x.com", ""]],
  ["ext. 5@reception 030 901820", ["", "ext. 5@reception 030 901820"]],
])("the contact details %j are an email and a phone", (phone, expected) => {
  const { fields, facts } = normal({ phone });
  expect([fields.email, fields.phone]).toEqual(expected);
  expect(facts).toEqual([]);
});

test.each(["٠١٢٣٤٥٦٧٨٩", "０３－１２３４－５６７８", "०११ २३४५ ६७८९"])("the phone %s is a contact", (phone) => {
  expect(normal({ phone }).fields.phone).toBe(phone);
});

test("keeps the first facts of very many, right away", () => {
  const many = Array.from({ length: 200_000 }, (_, at) => ({ name: `Column ${at}`, value: `value ${at}` }));
  expect(normal({ email: "ann@x.com" }, many).facts).toEqual(many.slice(0, LIMITS.lead.facts));
});

test("values without a field become facts", () => {
  const { fields, facts } = normal({ email: "ann@x.com ::: bob@y.com; nobody", phone: "call me", notes: " \n" }, [
    { name: "Budget", value: "5k" },
    { name: "Budget", value: "5k" },
    { name: "Empty", value: " " },
  ]);
  expect([fields.email, fields.phone, fields.notes]).toEqual(["ann@x.com", "", ""]);
  expect(facts).toEqual([
    { name: "Email (other)", value: "bob@y.com" },
    { name: "Email (as written)", value: "nobody" },
    { name: "Phone (as written)", value: "call me" },
    { name: "Budget", value: "5k" },
  ]);
});

test("fields are truncated at their limits without splitting an emoji", () => {
  const { fields } = normal({
    name: "n".repeat(LIMITS.lead.nameLength + 1),
    email: "a@x.com",
    company: `${"c".repeat(LIMITS.lead.fieldLength - 1)}🚀`,
    notes: "x".repeat(LIMITS.lead.notesLength + 1),
  });
  expect(fields.name).toHaveLength(LIMITS.lead.nameLength);
  expect(fields.company).toBe("c".repeat(LIMITS.lead.fieldLength - 1));
  expect(fields.notes).toHaveLength(LIMITS.lead.notesLength);
});

describe("a lead without a name is named after", () => {
  test.each<[string, RawLead["fields"], string, boolean]>([
    ["the display name", { email: "Ann Lee <a.l@x.com>" }, "Ann Lee", false],
    ["the local part", { email: "ann.lee+crm@x.com", company: "Acme" }, "Ann Lee", true],
    ["the company, at a desk's address", { email: "info@x.com", company: "Acme" }, "Acme", true],
    [
      "the company, at a desk's address in another language",
      { email: "Vertrieb@x.com", company: "Acme" },
      "Acme",
      true,
    ],
    ["the desk, without a company", { email: "info@x.com" }, "Info", true],
    ["the company", { phone: "+14155552671", company: "Acme" }, "Acme", true],
    ["the phone", { phone: "+14155552671" }, "+14155552671", true],
    ["the host", { scrapeUrl: "https://www.example.com/team?x=1" }, "example.com", true],
    ["the local part, when its name cannot be seen", { name: "\u200b", email: "ann@x.com" }, "Ann", true],
  ])("%s", (_word, fields, name, isNameDerived) => {
    expect(normal(fields)).toMatchObject({ fields: { name }, isNameDerived });
  });
});

test("shows no local part as the name if the reader found none", () => {
  const normalized = normalizeLead({ ...rawLead({ email: "ann.lee@x.com" }), isNameless: true });
  expect(normalized).toMatchObject({ lead: { fields: { name: "ann.lee@x.com" }, isNameDerived: true } });
});

describe("contact", () => {
  test.each<[string, RawLead["fields"], Fact[], string]>([
    ["nothing", {}, [], "No contact details (email, phone or profile URL)"],
    ["a name", { name: "Ann", company: "Acme" }, [], "No contact details (email, phone or profile URL)"],
    [
      "a misspelled email",
      { name: "Ann", email: "ann.x.com" },
      [],
      `No contact details (email, phone or profile URL); "ann.x.com" isn't an email address`,
    ],
    ["a word as phone", { phone: "none" }, [], "No contact details (email, phone or profile URL)"],
  ])("%s is skipped with the reason", (_word, fields, facts, skipped) => {
    expect(normalizeLead(rawLead(fields, facts))).toEqual({ skipped });
  });

  test.each<[string, RawLead["fields"], string]>([
    ["names only a company", { company: "Acme", phone: "none" }, "Acme"],
    ["names nobody", {}, ""],
  ])("may be missing where the source allows it, as in an inquiry that %s", (_word, fields, name) => {
    expect(normalizeLead({ ...rawLead(fields), mayLackContact: true })).toMatchObject({
      lead: { fields: { name, email: "", phone: "" }, emailKey: null, phoneKey: null },
    });
  });

  test.each<[string, RawLead["fields"], Fact[]]>([
    ["a profile address", { scrapeUrl: "linkedin.com/in/ann" }, []],
    [
      "a profile address among the facts",
      { name: "Ann" },
      [{ name: "LinkedIn", value: "https://linkedin.com/in/ann" }],
    ],
    ["a local phone", { phone: "901820" }, []],
  ])("%s is enough", (_word, fields, facts) => {
    expect(normal(fields, facts).emailKey).toBe(null);
  });
});
