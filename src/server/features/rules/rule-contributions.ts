import { setImmediate as nextTurn } from "node:timers/promises";
import { MINUTE } from "#shared/durations.ts";
import type { RuleContributions } from "#shared/contract/dashboard.ts";
import { acting } from "#server/platform/acting.ts";
import { createAnswerCache } from "#server/platform/answer-cache.ts";
import { serverStopping } from "#server/platform/errors.ts";
import { addRuleShares, type RuleShare } from "#server/features/rules/rule-shares.ts";
import { createBackgroundCount } from "#server/platform/background-count.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import type { Workspace } from "#server/workspace.ts";

/** Leads read at a time, so that other requests wait only a few milliseconds. */
const CHUNK = 500;

interface Count {
  at: string;
  shares: ReadonlyMap<string, RuleShare>;
}

/** Counts what rules contribute from the points of every lead. */
export function createRuleCounting(workspace: Workspace) {
  const counting = createBackgroundCount(workspace, {
    name: "rule contributions",
    topics: ["leads", "rules", "settings"],
    announces: "rule-contributions",
    count: (signal) => countAll(workspace, signal),
  });
  const limited = createAnswerCache<Count>({
    feed: workspace.feed,
    topics: ["leads", "rules", "settings"],
    maxAge: MINUTE,
    maxEntries: 1,
  });
  const count = (): Promise<Count> | Count =>
    acting().sight === undefined ? counting.read() : limited("", () => countAll(workspace, workspace.stopping));
  return {
    /** What each rule contributes, as a background count. Rejects with store_unreachable or stopping. */
    read: async () => contributionsOf(await count(), await workspace.store.rules.list()),
    end: () => counting.end(),
  };
}

export type RuleCounting = ReturnType<typeof createRuleCounting>;

async function countAll({ store, clock }: Workspace, signal: AbortSignal): Promise<Count> {
  const { qualificationThreshold } = await readSettings({ store });
  const shares = new Map<string, RuleShare>();
  let cursor: string | null = null;
  for (;;) {
    if (signal.aborted) throw serverStopping();
    const chunk: Awaited<ReturnType<typeof store.leads.points>> = await store.leads.points(cursor, CHUNK);
    if (chunk === null) return { at: clock().toISOString(), shares };
    addRuleShares(shares, chunk.leads, qualificationThreshold);
    cursor = chunk.lastId;
    await nextTurn();
  }
}

/** Every active rule, including those without matches, and inactive ones while leads still have their points. */
function contributionsOf({ at, shares }: Count, rules: readonly RuleRecord[]): RuleContributions {
  const shown = rules.filter(({ id, isActive }) => isActive || shares.has(id));
  return {
    at,
    rules: shown.map(({ id, name }) => ({
      ruleId: id,
      name,
      ...(shares.get(id) ?? { leads: 0, points: 0, qualified: 0, decisive: 0 }),
    })),
  };
}
