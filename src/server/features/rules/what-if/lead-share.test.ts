import { describe, expect, test } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { mergeTallies, type WhatIfTally } from "#server/insight/what-if/what-if-tally.ts";
import type { Store } from "#server/db/store.ts";
import { LeadShare, type ShareQuestion } from "#server/features/rules/what-if/lead-share.ts";
import { addLeads, anEntry, ENGINES, openTestStore } from "#test/stores.ts";

function ruleOf(keyword: string): ScoringRule {
  return { ...DEFAULT_RULE, id: keyword, name: keyword, keywords: [keyword], scoreWeight: 40 };
}

function asking(keywords: readonly string[], more: Partial<ShareQuestion> = {}): ShareQuestion {
  const control = new Int32Array(new SharedArrayBuffer(8));
  return {
    rules: keywords.map(ruleOf),
    threshold: 30,
    today: "2026-05-01",
    keepsTexts: true,
    control,
    ...more,
  };
}

async function withShares(
  { leadsAddress }: Store,
  of: number,
  look: (weigh: (question: ShareQuestion) => Promise<WhatIfTally>) => Promise<void>,
): Promise<void> {
  const shares = await Promise.all(
    Array.from({ length: of }, (_, part) => LeadShare.open({ address: leadsAddress, part, of }, 1)),
  );
  try {
    await look(async (question) => {
      const tallies = await Promise.all(shares.map((share) => share.weigh(question)));
      return mergeTallies(tallies.filter((tally) => tally !== null));
    });
  } finally {
    await Promise.all(shares.map((share) => share.close()));
  }
}

const texts = ["a demo", "a budget", "", "Demos and budgets"];
const nothing = { title: "", company: "", industry: "", facts: [], email: "", keywords: [], scoreParts: [], score: 0 };
const leads = texts.map((notes) => ({ ...nothing, notes, status: "pending" as const, statusSetBy: "rule" as const }));

describe.each(ENGINES)("a share of the leads on %s", (engine) => {
  test("is one of several that together are all leads", async () => {
    const store = await openTestStore(engine);
    const ids = await addLeads(store, [...leads, ...leads, ...leads, ...leads]);
    await withShares(store, 3, async (weigh) => {
      const { total, changed, changes: changedLeads } = await weigh(asking(["demo"]));
      const best = [15, 12, 11, 8, 7, 4, 3, 0].map((at) => ids[at]);
      expect([total, changed, changedLeads.map(({ id }) => String(id))]).toEqual([16, 8, best]);
    });
  });

  test("notices what was changed, added, deleted and scored in between", async () => {
    const store = await openTestStore(engine);
    const [first = "", second = ""] = await addLeads(store, leads);
    await withShares(store, 1, async (weigh) => {
      const changed = async (): Promise<number> => (await weigh(asking(["demo"]))).changed;
      expect(await changed()).toBe(2);
      await store.leads.edit(second, (lead) => ({ ...lead, notes: "A demo" }), anEntry({ leadId: second }));
      expect(await changed()).toBe(3);
      await addLeads(store, leads);
      expect(await changed()).toBe(5);
      await store.leads.remove(first, anEntry({ leadId: first }));
      expect(await changed()).toBe(4);
      await store.leads.edit(
        second,
        (lead) => ({ ...lead, score: 40, status: "qualified" }),
        anEntry({ leadId: second }),
      );
      expect(await changed()).toBe(3);
    });
  });
});

describe("a share of the leads", () => {
  test("finds the same without storing texts", async () => {
    const store = await openTestStore("sqlite");
    await addLeads(store, leads);
    await withShares(store, 1, async (weigh) => {
      for (const keywords of [["demo"], ["demo", "budget"], ["budget"], []]) {
        const without = await weigh(asking(keywords, { keepsTexts: false }));
        await withShares(store, 1, async (weighAgain) => expect(without).toEqual(await weighAgain(asking(keywords))));
      }
    });
  });

  test("merges its matches once there are many, and searches again for dropped ones", async () => {
    const store = await openTestStore("sqlite");
    await addLeads(store, leads);
    await withShares(store, 1, async (weigh) => {
      for (let at = 0; at < 40; at += 1) expect((await weigh(asking(["demo", `other ${at}`]))).changed).toBe(2);
      expect((await weigh(asking(["other 1", "budget"]))).changed).toBe(2);
    });
  });

  test("stops when nobody waits for the answer anymore", async () => {
    const store = await openTestStore("sqlite");
    await addLeads(store, leads);
    const share = await LeadShare.open({ address: store.leadsAddress, part: 0, of: 1 });
    const question = asking(["demo"]);
    Atomics.store(question.control, 0, 1);
    expect(await share.weigh(question)).toBe(null);
    expect(await share.weigh(asking(["demo"]))).toMatchObject({ total: 4, changed: 2 });
    await share.close();
  });
});
