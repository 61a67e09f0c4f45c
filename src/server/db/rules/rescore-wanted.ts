import type { Engine } from "#server/db/engine/engine.ts";
import type { Table } from "#server/db/engine/table.ts";
import { first, run, sql, type Work } from "#server/db/engine/sql.ts";

export const RESCORE_STATE: Table = {
  name: "rescore_state",
  backup: "all",
  people: { none: "numbers, and the rules" },
};

/** A write whose scores come from rules read earlier. */
export interface Scored {
  /** The wanted version when the rules were read. If it differs at commit, all scores are marked as stale. */
  rulesVersion?: number;
}

/**
 * Marks all scores as stale in the transaction that outdates them, so that a crash right after it leaves the rescore to
 * the next process.
 */
export function* raiseWantedScores(): Work<void> {
  yield* run(sql`update rescore_state set wanted = wanted + 1`);
}

/**
 * Marks all scores as stale when this transaction scored leads with outdated rules, since the rescore for the newer
 * rules may have finished before these leads became visible. Must be the transaction's last step: later rule changes
 * then wait for the commit, so that their rescore sees these leads.
 */
export function* followRules(engine: Engine, { rulesVersion }: Scored): Work<void> {
  if (rulesVersion === undefined) return;
  const state = yield* first(sql<{ wanted: number }>`select wanted from rescore_state ${engine.sql.forUpdate}`);
  // These scores match neither the last completed version nor the current rules.
  if (state !== null && state.wanted !== rulesVersion) yield* makeAllStale();
}

/**
 * Marks all scores as stale when some may come from other rules or another day than the last completed version. The
 * next rescore then can't skip any lead, even if only the threshold changes.
 */
export function* makeAllStale(): Work<void> {
  yield* run(sql`update rescore_state set wanted = wanted + 1, done_rules = null`);
}
