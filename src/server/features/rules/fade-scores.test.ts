import { describe, expect, test } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { fadeScores } from "#server/features/rules/fade-scores.ts";
import { startRescore } from "#server/features/rules/rescore.ts";
import { freshWinnow } from "#test/harness.ts";
import { ENGINES } from "#test/stores.ts";

describe.each(ENGINES)("fading scores on %s", (engine) => {
  test("are updated once a day, and a lead that falls below the threshold is pending again", async () => {
    let now = new Date("2026-05-01T23:59:50.000Z");
    const winnow = await freshWinnow(engine, { clock: () => now });
    const { workspace } = winnow;
    const { store } = workspace;
    const body = { name: "Ann", email: "ann@x.example", notes: "A demo" };
    const rule = { ...DEFAULT_RULE, name: "Intent", keywords: ["demo"], scoreWeight: 30, halfLifeDays: 10 };
    const { id: ruleId } = await winnow.ok("POST /api/rules", { body: rule });
    const { id } = await winnow.ok("POST /api/leads", { body });
    const seen = async (): Promise<unknown> => {
      await startRescore(workspace);
      const lead = await store.leads.get(id);
      return [lead?.score, lead?.status, lead?.scoreParts[0]?.full];
    };
    await fadeScores(workspace);
    expect(await seen()).toEqual([30, "qualified", undefined]);
    const { wanted } = await store.settings.rescoreState();
    await fadeScores(workspace);
    expect((await store.settings.rescoreState()).wanted).toBe(wanted);

    now = new Date("2026-05-02T00:00:10.000Z");
    await fadeScores(workspace);
    expect(await seen()).toEqual([28, "pending", 30]);
    expect((await store.settings.rescoreState()).wanted).toBe(wanted + 1);
    expect(await store.settings.beginDay("2026-05-01")).toBe(false);

    await winnow.ok("PATCH /api/rules/{id}", { id: ruleId, body: { isActive: false } });
    const before = (await store.settings.rescoreState()).wanted;
    now = new Date("2026-05-03T00:00:10.000Z");
    await fadeScores(workspace);
    expect((await store.settings.rescoreState()).wanted).toBe(before);
  });
});
