import { MutationObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { DEFAULT_RULE, type Rule, type RuleUpdate } from "#shared/contract/rule.ts";
import { rulesQuery, updateRule } from "#web/api/rules.ts";

afterEach(() => vi.unstubAllGlobals());

const RULE: Rule = {
  ...DEFAULT_RULE,
  id: "1",
  name: "Intent",
  keywords: ["demo"],
  createdAt: "2026-05-01T10:00:00.000Z",
  cost: "low",
  version: "",
};

/** A server with one rule, whose updates wait until released. */
function slowServer() {
  let rule = RULE;
  const waiting: (() => void)[] = [];
  const asked: RuleUpdate[] = [];
  vi.stubGlobal("fetch", async (_path: string, init: { method: string; body: string }) => {
    if (init.method !== "PATCH") return Response.json([rule]);
    const change = JSON.parse(init.body) as RuleUpdate;
    asked.push(change);
    await new Promise<void>((resolve) => waiting.push(resolve));
    rule = { ...rule, ...change } as Rule;
    return Response.json(rule);
  });
  return { asked, waiting, read: () => rule };
}

it("never shows the intermediate state when a switch is pressed twice", async () => {
  const server = slowServer();
  const client = new QueryClient();
  const shown: (boolean | undefined)[] = [];
  const list = new QueryObserver(client, rulesQuery);
  const unsubscribe = list.subscribe(({ data }) => {
    if (data?.[0]?.isActive !== shown.at(-1)) shown.push(data?.[0]?.isActive);
  });
  await expect.poll(() => shown).toEqual([true]);

  const press = (isActive: boolean) =>
    new MutationObserver(client, updateRule).mutate({ params: { id: RULE.id }, body: { isActive } });
  const presses = [press(false), press(true)];
  await expect.poll(() => server.waiting).toHaveLength(1);
  expect(server.asked).toEqual([{ isActive: false }]);
  server.waiting[0]?.();
  await expect.poll(() => server.waiting).toHaveLength(2);
  server.waiting[1]?.();
  await Promise.all(presses);
  await expect.poll(() => client.isFetching()).toBe(0);

  expect(server.asked).toEqual([{ isActive: false }, { isActive: true }]);
  expect(server.read().isActive).toBe(true);
  expect(shown.slice(1).filter((isActive) => isActive === false).length).toBeLessThanOrEqual(1);
  expect(shown.at(-1)).toBe(true);
  unsubscribe();
  client.clear();
});
