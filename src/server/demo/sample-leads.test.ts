import { expect, test } from "vitest";
import { sampleLeads, SAMPLE_SIZES, type SampleLead } from "#server/demo/sample-leads.ts";
import { SAMPLE_RULES } from "#server/demo/sample-rules.ts";
import { sampleSheet } from "#server/demo/sample-sheet.ts";
import { phoneKeyOf } from "#server/intake/phone-number.ts";
import { leadTexts } from "#server/intake/lead-text.ts";
import { compileRuleset } from "#server/intake/ruleset.ts";
import { scoreTexts, type Score } from "#server/intake/score-lead.ts";
import { LIMITS } from "#shared/limits.ts";

const sample = sampleLeads();
const all = Object.values(sample).flat();
const ruleset = compileRuleset(SAMPLE_RULES.map((rule, index) => ({ ...rule, id: String(index + 1) })));

function score({ fields, facts }: SampleLead): Score {
  const { company = "", industry = "", title = "", notes = "", email = "" } = fields;
  return scoreTexts(leadTexts({ company, industry, title, notes, email, facts }), ruleset, 0);
}

test("the rules qualify the warm leads and no other", () => {
  const wrong = all.filter((lead) => score(lead).score >= LIMITS.qualificationThreshold.default !== lead.warm);
  expect(wrong).toEqual([]);
});

test("every keyword of an active rule occurs", () => {
  const found = new Set(all.flatMap((lead) => score(lead).keywords));
  const active = SAMPLE_RULES.filter(({ isActive }) => isActive).flatMap(({ keywords }) => keywords);
  expect(active.filter((keyword) => !found.has(keyword))).toEqual([]);
});

test("scores reach into every band", () => {
  const scores = all.map((lead) => score(lead).score);
  const { success, warning } = LIMITS.scoreBands;
  const bands = [scores.filter((each) => each < warning), scores.filter((each) => each >= warning && each < success)];
  expect(
    Math.min(...bands.map(({ length }) => length), scores.filter((each) => each >= success).length),
  ).toBeGreaterThan(all.length / 20);
});

test("nobody is anybody else, and everybody can be reached", () => {
  const emails = all.flatMap(({ fields }) => fields.email ?? []);
  const phones = all.flatMap(({ fields }) => fields.phone ?? []);
  expect(new Set(emails).size).toBe(emails.length);
  expect(new Set(phones.map((phone) => phoneKeyOf(phone))).size).toBe(phones.length);
  expect(all.filter(({ fields }) => fields.email === undefined && fields.phone === undefined)).toEqual([]);
});

test("addresses and numbers are reserved ones", () => {
  const reserved =
    /^(\+1 \d{3} 555 01\d\d|\+44 (20 7946|121 496|131 496|161 496|113 496) 0\d{3}|\+49 (30 23125|40 66969|89 99998|69 90009|221 4710) \d{3}|\+33 (1 99 00|2 61 91|3 53 01|4 65 71) \d\d \d\d|\+46 (8 465 004|31 390 06|40 628 04) \d\d)$/u;
  const strays = (field: "phone" | "email" | "scrapeUrl", pattern: RegExp): string[] =>
    all.flatMap(({ fields }) => fields[field] ?? []).filter((value) => !pattern.test(value));
  expect(strays("phone", reserved)).toEqual([]);
  expect(strays("email", /^[a-z.-]+@[a-z0-9-]+\.example$/u)).toEqual([]);
  expect(strays("scrapeUrl", /^https:\/\/[a-z0-9-]+\.example\//u)).toEqual([]);
});

test.each(["Latin", "Han", "Hiragana", "Hangul", "Arabic", "Cyrillic"])("%s letters occur", (script) => {
  expect(all.some(({ fields }) => new RegExp(String.raw`\p{Script=${script}}`, "u").test(JSON.stringify(fields)))).toBe(
    true,
  );
});

test("no placeholder is left in a text", () => {
  expect(all.filter(({ fields }) => /[{}]|undefined/u.test(JSON.stringify(Object.values(fields))))).toEqual([]);
});

test("it is the same sample each time", () => {
  expect(sampleLeads()).toEqual(sample);
});

test("the sheet has the headers, every lead of its own and what is left out", () => {
  const rows = sampleSheet(sample);
  expect(rows).toHaveLength(1 + SAMPLE_SIZES.google_sheets + 2);
  expect(rows.every(({ length }) => length <= (rows[0]?.length ?? 0))).toBe(true);
  expect(rows[1]?.[0]).toBe(sample.google_sheets[0]?.fields.name);
});
