import { sql } from "kysely";
import { all, type Work } from "#server/store/work.ts";

/**
 * Marks all scores as stale, in the transaction of the change that makes them so: a process that dies right after it
 * leaves the rescore to the next one. Answers the version that is wanted now.
 */
export function* raiseWantedScores(): Work<number> {
  const raised = sql<{ wanted: number }>`update rescore_state set wanted = wanted + 1 returning wanted`;
  return (yield* all(raised))[0]?.wanted ?? 0;
}
