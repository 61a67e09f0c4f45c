import { setImmediate as nextTurn } from "node:timers/promises";
import type { RuleContributions } from "#shared/contract/dashboard.ts";
import { AppError } from "#server/platform/errors.ts";
import { addRuleShares, type RuleShare } from "#server/reports/rule-shares.ts";
import { createKeptCount } from "#server/workflows/kept-count.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { RuleRecord } from "#server/store/types.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Leads read in one go: others wait a few milliseconds at most. */
const CHUNK = 500;

interface Count {
  at: string;
  shares: ReadonlyMap<string, RuleShare>;
}

export interface RuleCounting {
  /** What each rule gives, as a kept count is read. Rejects with store_unreachable or stopping. */
  read(): Promise<RuleContributions>;
  end(): Promise<void>;
}

/** Counts what rules give from the points of every lead. */
export function createRuleCounting(workspace: Workspace): RuleCounting {
  const counting = createKeptCount(workspace, {
    name: "rule contributions",
    topics: ["leads", "rules", "settings"],
    announces: "rule-contributions",
    count: (signal) => countAll(workspace, signal),
  });
  return {
    read: async () => contributionsOf(await counting.read(), await workspace.store.rules.list()),
    end: () => counting.end(),
  };
}

async function countAll({ store, clock }: Workspace, signal: AbortSignal): Promise<Count> {
  const { qualificationThreshold } = await readSettings({ store });
  const shares = new Map<string, RuleShare>();
  let cursor: string | null = null;
  for (;;) {
    if (signal.aborted) throw new AppError("stopping", 503, "Winnow is stopping. Try again in a moment.");
    const chunk: Awaited<ReturnType<typeof store.leads.points>> = await store.leads.points(cursor, CHUNK);
    if (chunk === null) return { at: clock().toISOString(), shares };
    addRuleShares(shares, chunk.leads, qualificationThreshold);
    cursor = chunk.lastId;
    await nextTurn();
  }
}

/** Every active rule, also one that found nothing, and inactive ones while leads still have points from them. */
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
