import { expect, test } from "vitest";
import { fieldNoun, fieldWords } from "#shared/field-words.ts";
import { type FieldPlace, fieldsIn, LEAD_FIELDS, LEAD_TEXT_FIELDS, leadField } from "#shared/lead-fields.ts";

const PLACES: readonly FieldPlace[] = ["form", "sheet", "list", "report", "csv"];

test.each(PLACES)("gives no two fields the same position in the %s", (place) => {
  const positions = fieldsIn(place).map((field) => leadField(field).shown[place]);
  expect(new Set(positions).size).toBe(positions.length);
});

test("makes each field editable and exported", () => {
  expect(fieldsIn("form").toSorted()).toEqual(LEAD_TEXT_FIELDS.toSorted());
  expect(fieldsIn("csv").toSorted()).toEqual(LEAD_TEXT_FIELDS.toSorted());
});

test.each([
  ["title", "Job title", "job title"],
  ["scrapeUrl", "Website", "website"],
  ["emailDomain", "Email domain", "email domain"],
  ["fact:Budget", "Budget", "budget"],
  ["something", "something", "something"],
])("%s is labeled %s, and %s within a sentence", (field, label, noun) => {
  expect([fieldWords(field), fieldNoun(field)]).toEqual([label, noun]);
});

test("gives no two fields the same label or column", () => {
  const fields = Object.values(LEAD_FIELDS);
  expect(new Set(fields.map(({ label }) => label)).size).toBe(fields.length);
  expect(new Set(fields.map(({ column }) => column)).size).toBe(fields.length);
});
