import assert from "node:assert/strict";
import { z } from "zod";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { parseEmailAddress } from "#server/pipeline/intake/email-address.ts";
import { decideBatch, normalizeBatch } from "#server/pipeline/intake/decide-batch.ts";
import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";

const text = z.string();
const Fields = z.strictObject(Object.fromEntries(LEAD_TEXT_FIELDS.map((field) => [field, text.optional()])));

/** What a source promises about each lead it reads (`RawLead`). */
const RawLeadShape = z.looseObject({
  rowKey: text.min(1).max(1_100),
  contentHash: text.min(1).max(100),
  locator: text,
  fields: Fields,
  facts: z.array(z.strictObject({ name: text, value: text })),
  sourceData: z.record(text, z.unknown()),
});

const RULESET = compileRuleset([
  { ...DEFAULT_RULE, id: "1", name: "Intent", keywords: ["price", "offer", "a"], scoreWeight: 20 },
  { ...DEFAULT_RULE, id: "2", name: "Says when", keywords: [String.raw`(\w+\s*)+day`], mode: "regex" },
  { ...DEFAULT_RULE, id: "3", name: "Not us", keywords: ["unsub*"], scoreWeight: -30, mode: "prefix" },
]);
const CONTEXT = {
  source: { kind: "file", id: "1", name: "Fuzz" },
  now: "2026-05-03T10:00:00.000Z",
  today: "2026-05-03",
  ruleset: RULESET,
  threshold: 30,
  version: 1,
};
const NOBODY = {
  leads: [],
  rowLeads: new Map<string, string>(),
  tombstones: { emailKeys: new Set<string>(), phoneKeys: new Set<string>(), rowKeys: new Set<string>() },
};

/** Takes leads of a source through intake and checks that the result keeps every limit and adds up. */
export function checkLeads(raws: readonly RawLead[]): void {
  for (const raw of raws) RawLeadShape.parse(raw);
  const { creates, counts } = decideBatch(normalizeBatch(raws), NOBODY, CONTEXT);
  const { created, updated, unchanged, skipped } = counts;
  assert.equal(created + updated + unchanged + skipped, raws.length, "the tally adds up");
  for (const lead of creates) {
    const { notes, score, scoreParts, emailKey, email, facts } = lead;
    for (const field of LEAD_TEXT_FIELDS) {
      if (field !== "notes") assert.ok(lead[field].length <= LIMITS.lead.fieldLength, `${field} is too long`);
    }
    assert.ok(notes.length <= LIMITS.lead.notesLength, "notes are too long");
    assert.ok(facts.length <= LIMITS.lead.facts, "too many facts");
    assert.ok(score >= LIMITS.score.min && score <= LIMITS.score.max, `score ${score}`);
    const sum = scoreParts.reduce((points, part) => points + part.points, 0);
    assert.equal(Math.min(LIMITS.score.max, sum), score, "the parts add up to the score");
    assert.equal(emailKey, parseEmailAddress(email)?.key ?? null, "the key is that of the address");
  }
}
