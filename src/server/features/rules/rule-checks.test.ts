import { expect, test } from "vitest";
import { ruleChecks } from "#server/features/rules/rule-checks.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { addLeads, openTestStore } from "#test/stores.ts";

test("reports no rule results while leads are being rescored", async () => {
  const store = await openTestStore("sqlite");
  await addLeads(
    store,
    Array.from({ length: LIMITS.ruleChecks.leads }, () => ({})),
  );
  const createdAt = "2026-05-01T10:00:00.000Z";
  const { id } = await store.rules.create({ ...DEFAULT_RULE, name: "New", keywords: ["crane"], createdAt });
  const nothing = { ruleId: id, name: "New", leads: 0, points: 0, qualified: 0, decisive: 0 };
  const counting = { read: () => Promise.resolve({ at: createdAt, rules: [nothing] }) };
  expect(await ruleChecks({ store }, counting)).toEqual([]);

  const { wanted } = await store.settings.rescoreState();
  await store.settings.writeRescoreState({ done: wanted, running: null, cursor: null });
  expect(await ruleChecks({ store }, counting)).toMatchObject([{ kind: "dead", ruleId: id }]);
});
