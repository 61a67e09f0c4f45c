import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import type { Scored } from "#server/store/types.ts";
import { first, run, type Work } from "#server/store/work.ts";

/**
 * Marks all scores as stale, in the transaction of the change that makes them so: a process that dies right after it
 * leaves the rescore to the next one.
 */
export function* raiseWantedScores(): Work<void> {
  yield* run(sql`update rescore_state set wanted = wanted + 1`);
}

/**
 * Marks all scores as stale when those of this transaction were made by rules that have changed since: the rescore of
 * that change may have passed before these leads are there to be seen. It is the transaction's last step; rules that
 * change after it wait for the commit, so that their rescore sees these leads.
 */
export function* followRules(engine: Engine, { rulesVersion }: Scored): Work<void> {
  if (rulesVersion === undefined) return;
  const state = yield* first(sql<{ wanted: number }>`select wanted from rescore_state ${engine.sql.forUpdate}`);
  // These scores are by neither the rules done last nor those of now.
  if (state !== null && state.wanted !== rulesVersion) yield* makeAllStale();
}

/**
 * Marks all scores as stale where some may be by other rules, or of another day, than those that were done last: not even
 * a change of the threshold alone may pass over any of them.
 */
export function* makeAllStale(): Work<void> {
  yield* run(sql`update rescore_state set wanted = wanted + 1, done_rules = null`);
}
