import { setImmediate as nextTurn } from "node:timers/promises";
import type { RuleContributions } from "#shared/contract/dashboard.ts";
import type { ChangeTopic } from "#shared/contract/event.ts";
import { AppError } from "#server/platform/errors.ts";
import { addRuleShares, type RuleShare } from "#server/reports/rule-shares.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { RuleRecord } from "#server/store/types.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Leads read in one go: others wait a few milliseconds at most. */
const CHUNK = 500;
/** Counting may take this share of the time: of a million leads it takes seconds, and much may be changing. */
const BUSY_SHARE = 0.05;
/** A small product is counted before the answer leaves; of a large one the last count is answered meanwhile. */
const INLINE_MILLISECONDS = 1_000;
const TOPICS: readonly ChangeTopic[] = ["leads", "rules", "settings"];

interface Count {
  at: string;
  shares: ReadonlyMap<string, RuleShare>;
}

export interface RuleCounting {
  /**
   * What each rule gives, as last counted. Waits for the first count, and for a newer one when that comes at once; when
   * it comes later, the feed says so. Rejects with store_unreachable or stopping.
   */
  read(): Promise<RuleContributions>;
  /** Resolves when nothing is counted any more, and nothing will be. */
  end(): Promise<void>;
}

/**
 * Counts what rules give from the points of every lead, in the background and only for those who ask: again when
 * something has changed, but never for more than a small share of the time.
 */
export function createRuleCounting(workspace: Workspace): RuleCounting {
  const { store, feed, log, stopping } = workspace;
  const ended = new AbortController();
  const signal = AbortSignal.any([stopping, ended.signal]);
  let last: Count | null = null;
  let isStale = true;
  let isAwaited = false;
  let running: Promise<Count> | null = null;
  let restUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  const forget = feed.onStale((topics) => {
    if (topics.some((topic) => TOPICS.includes(topic))) isStale = true;
  });

  const count = async (): Promise<Count> => {
    const begin = performance.now();
    isStale = false;
    try {
      const counted = await countAll(workspace, signal);
      last = counted;
      if (isAwaited) feed.changed(["rule-contributions"]);
      isAwaited = false;
      return counted;
    } catch (error) {
      isStale = true;
      throw error;
    } finally {
      restUntil = performance.now() + (performance.now() - begin) / BUSY_SHARE;
      running = null;
    }
  };

  const start = (): Promise<Count> => (running ??= count());

  const startLater = (): void => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        // Whoever asks next is told why.
        start().catch((error: unknown) => log.warn({ err: error }, "rule contributions not counted"));
      },
      Math.max(0, restUntil - performance.now()),
    ).unref();
  };

  const latest = async (): Promise<Count> => {
    if (last === null) await start();
    else if (running !== null || (isStale && performance.now() >= restUntil)) {
      await Promise.race([start(), new Promise((resolve) => setTimeout(resolve, INLINE_MILLISECONDS).unref())]);
    }
    // Whoever asked before the end of a count, or hears of one that a change overtook, is told when the next is there.
    if (running !== null || isStale) isAwaited = true;
    if (running === null && isStale) startLater();
    return last ?? start();
  };

  return {
    async read() {
      return contributionsOf(await latest(), await store.rules.list());
    },

    async end() {
      forget();
      clearTimeout(timer);
      ended.abort();
      await running?.catch(() => null);
    },
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
