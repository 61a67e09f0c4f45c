import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { createWhatIf, type WhatIfEngine } from "#server/features/rules/what-if/what-if.ts";
import { LeadShare } from "#server/features/rules/what-if/lead-share.ts";
import { fingerprintOf } from "#server/features/rules/rules-fingerprint.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { addLeads, ENGINES } from "#test/stores.ts";
import { rounds } from "#test/thorough.ts";

const rules = [{ ...DEFAULT_RULE, name: "Intent", keywords: ["demo"], scoreWeight: 40 }];
const unheeded = new AbortController().signal;

async function withWhatIf(winnow: TestWinnow, look: (whatIf: WhatIfEngine) => Promise<void>): Promise<void> {
  const whatIf = createWhatIf(winnow.workspace);
  try {
    await look(whatIf);
  } finally {
    await whatIf.end();
  }
}

describe("what-if's engine", () => {
  test("skips a canceled question, and answers the next", async () => {
    const winnow = await freshWinnow("sqlite");
    await addLeads(winnow.workspace.store, [{ notes: "A demo", score: 0 }]);
    await withWhatIf(winnow, async (whatIf) => {
      const withdrawn = new AbortController();
      const first = whatIf.ask({ rules }, withdrawn.signal);
      const second = whatIf.ask({ rules }, unheeded);
      withdrawn.abort();
      await expect(first).rejects.toMatchObject({ id: "withdrawn" });
      expect(await second).toMatchObject({ total: 1, changed: 1 });
    });
  });

  test("answers nothing once it has ended", async () => {
    const winnow = await freshWinnow("sqlite");
    const whatIf = createWhatIf(winnow.workspace);
    const first = whatIf.ask({}, unheeded);
    await whatIf.end();
    await expect(first).rejects.toMatchObject({ id: "withdrawn" });
    await expect(whatIf.ask({}, unheeded)).rejects.toMatchObject({ id: "withdrawn" });
  });
});

describe.each(ENGINES)("what-if's first answer on %s", (engine) => {
  const someLeads = fc.array(
    fc.record({
      notes: fc.constantFrom("A demo", "A budget", "A demo and a budget", ""),
      status: fc.constantFrom(...LEAD_STATUSES),
      statusSetBy: fc.constantFrom("rule" as const, "person" as const),
    }),
    { maxLength: 6 },
  );
  const saved = [
    { ...DEFAULT_RULE, name: "Intent", keywords: ["demo"], scoreWeight: 40, createdAt: "2026-05-01T10:00:00.000Z" },
    { ...DEFAULT_RULE, name: "Money", keywords: ["budget"], scoreWeight: 25, createdAt: "2026-05-01T10:00:00.000Z" },
  ];

  test("for a threshold, computed from scores, equals the one computed from texts", async () => {
    const winnow = await freshWinnow(engine);
    const { store } = winnow.workspace;
    for (const rule of saved) await store.rules.create(rule);
    await fc.assert(
      fc.asyncProperty(someLeads, fc.nat(100), fc.boolean(), async (leads, threshold, isStale) => {
        await addLeads(
          store,
          leads.map((lead) => ({ ...lead, score: 0 })),
          { rulesVersion: 0 },
        );
        if (!isStale) await startRescore(winnow.workspace);
        const known = await store.rules.list();
        const share = await LeadShare.open({ address: store.leadsAddress, part: 0, of: 1 });
        const tally = await share.weighThreshold({ threshold, rules: fingerprintOf(known, "2026-05-01") });
        expect(tally === null).toBe(isStale);
        await share.close();
        await withWhatIf(winnow, async (whatIf) => {
          const ofScores = await whatIf.ask({ threshold }, unheeded);
          // New rules force a search.
          const asNew = known.map(({ id: _id, createdAt: _createdAt, ...rule }) => rule);
          expect(await whatIf.ask({ rules: asNew, threshold }, unheeded)).toEqual(ofScores);
          expect(await whatIf.ask({ threshold }, unheeded)).toEqual(ofScores);
        });
      }),
      { numRuns: rounds(2, 5) },
    );
  });
});
