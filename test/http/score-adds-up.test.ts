import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY } from "#shared/durations.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { leadTexts, withAddressQuality } from "#server/pipeline/intake/lead-text.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import { uploadFile } from "#test/http/upload-file.ts";
import { oneEngine } from "#test/stores.ts";

const text = fc.subarray(["robots", "a budget", "students", "expo", "cranes"]).map((words) => words.join(", "));
const email = fc.constantFrom("ann@x.example", "bo@x.example", "cy@x.example");
const rule = fc.record({
  name: fc.constantFrom("One", "Two"),
  keywords: fc.subarray(["robot", "budget", "student", "expo", "crane"], { minLength: 1 }),
  scoreWeight: fc.integer({ min: -100, max: 100 }).filter((weight) => weight !== 0),
  isActive: fc.boolean(),
  counting: fc.constantFrom("each", "once"),
  halfLifeDays: fc.option(fc.integer({ min: 1, max: 9 })),
  fields: fc.constantFrom([], ["notes"], ["company", "facts"]),
});

type Act = (winnow: TestWinnow) => Promise<unknown>;

const leadOf = async (winnow: TestWinnow, address: string) =>
  (await winnow.ok("GET /api/leads", { query: { search: address } }))[0];
const ruleOf = async (winnow: TestWinnow, at: number) => (await winnow.ok("GET /api/rules"))[at];

/** What may happen to leads and rules; a missing target means that nothing happens. */
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc
    .record({ email, notes: text, company: text })
    .map((body) => (winnow: TestWinnow) => winnow.call("POST /api/leads", { body: { name: "Ann", ...body } })),
  fc.record({ email, notes: text, company: text, budget: text }).map((row) => async (winnow: TestWinnow) => {
    const { id } = await uploadFile(
      winnow,
      "fair.csv",
      `Email;Notes;Company;Budget\n${Object.values(row).join(";")}\n`,
    );
    await winnow.ok("POST /api/imports/{id}/start", { id });
    await jobsEnded(winnow.workspace);
  }),
  fc
    .record({ email, change: fc.record({ notes: text, company: text }, { requiredKeys: [] }) })
    .map((drawn) => async (winnow: TestWinnow) => {
      const lead = await leadOf(winnow, drawn.email);
      if (lead !== undefined) await winnow.ok("PATCH /api/leads/{id}", { id: lead.id, body: drawn.change });
    }),
  email.map((address) => async (winnow: TestWinnow) => {
    const lead = await leadOf(winnow, address);
    const { company } = lead === undefined ? {} : await winnow.ok("GET /api/leads/{id}/provenance", { id: lead.id });
    const value = company?.others[0]?.value;
    if (lead === undefined || value === undefined) return;
    await winnow.ok("POST /api/leads/{id}/provenance", { id: lead.id, body: { field: "company", value } });
  }),
  fc.record({ one: email, other: email, isUndone: fc.boolean() }).map((drawn) => async (winnow: TestWinnow) => {
    const [lead, other] = [await leadOf(winnow, drawn.one), await leadOf(winnow, drawn.other)];
    if (lead === undefined || other === undefined || lead.id === other.id) return;
    const body = { otherId: other.id, take: { company: "other" } };
    const { actId } = await winnow.ok("POST /api/leads/{id}/merge", { id: lead.id, body });
    if (drawn.isUndone) await winnow.ok("POST /api/journal/{id}/undo", { id: actId });
  }),
  rule.map((body) => (winnow: TestWinnow) => winnow.ok("POST /api/rules", { body })),
  fc.record({ rule, at: fc.nat(3) }).map((drawn) => async (winnow: TestWinnow) => {
    const known = await ruleOf(winnow, drawn.at);
    if (known !== undefined) await winnow.ok("PATCH /api/rules/{id}", { id: known.id, body: drawn.rule });
  }),
  fc.nat(3).map((at) => async (winnow: TestWinnow) => {
    const known = await ruleOf(winnow, at);
    if (known !== undefined) await winnow.call("DELETE /api/rules/{id}", { id: known.id });
  }),
);

function expectToAddUp(lead: StoredLead): void {
  const sum = lead.scoreParts.reduce((total, { points }) => total + points, 0);
  expect([lead.score, lead.scoreParts]).toEqual([Math.min(100, sum), lead.scoreParts]);
  const texts = new Map(leadTexts(withAddressQuality(lead)).map((each) => [each.field, each.text]));
  for (const { field, start, end, points, full = points } of lead.scoreParts) {
    expect(texts.get(field)?.slice(start, end)).toMatch(/^(?:robot|budget|student|expo|crane)s?$/u);
    expect(Math.abs(points)).toBeLessThanOrEqual(Math.abs(full));
  }
}

describe.each(oneEngine("sqlite"))("the parts of a score on %s", (engine) => {
  test("add up, with the cap, to the score of every lead whatever happened", async () => {
    let now = Date.parse("2026-05-01T10:00:00.000Z");
    const winnow = await freshWinnow(engine, { clock: () => new Date(now) });
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 10 }), fc.nat(9), async (drawn, days) => {
        for (const act of drawn) await act(winnow);
        now += days * DAY;
        await startRescore(winnow.workspace);
        for (const { id } of await winnow.ok("GET /api/leads")) {
          const stored = await winnow.workspace.store.leads.get(id);
          if (stored === null) throw new Error("The lead is gone");
          expectToAddUp(stored);
          const { score, cap, parts } = await winnow.ok("GET /api/leads/{id}/explanation", { id });
          expect(cap).toBeLessThanOrEqual(0);
          expect(parts.reduce((total, { points }) => total + points, cap)).toBe(score);
          expect(score).toBe(stored.score);
        }
      }),
      { numRuns: 20 },
    );
  });
});
