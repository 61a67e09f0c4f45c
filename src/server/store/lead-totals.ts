import { sql } from "kysely";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import type { Engine } from "#server/store/engine.ts";
import type { LeadStore, StatusTotals } from "#server/store/types.ts";
import { all, first, type Work } from "#server/store/work.ts";

const HOUR_LENGTH = "2026-01-31T23".length;
const HOUR = 3_600_000;

/** Leads by status and by source, from the counters that the database keeps inside each change. */
export function leadTotals(engine: Engine): Pick<LeadStore, "totals" | "totalsCreatedBetween" | "totalsBySource"> {
  return {
    totals: () => engine.run(() => totalsByStatus(engine)),

    totalsCreatedBetween: (from, to) =>
      engine.run(function* () {
        const counted = engine.build
          .selectFrom("lead_hours")
          .select(["status", sql<number | string>`sum(count)`.as("count")])
          .where("hour", ">=", from.slice(0, HOUR_LENGTH))
          .where("hour", "<", firstHourFrom(to))
          .groupBy("status");
        return toTotals(yield* all(counted));
      }),

    totalsBySource: (from) =>
      engine.run(function* () {
        const counted = engine.build
          .selectFrom("lead_source_hours")
          .select(["source", sql<number | string>`sum(count)`.as("count")])
          .groupBy("source")
          .having(sql`sum(count)`, ">", 0);
        const rows = yield* all(from === undefined ? counted : counted.where("hour", ">=", from.slice(0, HOUR_LENGTH)));
        return Object.fromEntries(rows.map(({ source, count }) => [source, Number(count)]));
      }),
  };
}

export function* totalsByStatus(engine: Engine): Work<StatusTotals> {
  const counted = engine.build
    .selectFrom("lead_totals")
    .select(["status", sql<number | string>`sum(count)`.as("count")])
    .groupBy("status");
  return toTotals(yield* all(counted));
}

/** How many leads have a score of this range, both ends counted, and the status if one is given. */
export function* totalOfScores(
  { build }: Pick<Engine, "build">,
  { min, max }: { min: number; max: number },
  status: LeadStatus | undefined,
): Work<number> {
  const counted = build
    .selectFrom("lead_scores")
    .select(sql<number | string | null>`sum(count)`.as("count"))
    .where("score", ">=", min)
    .where("score", "<=", max);
  const row = yield* first(status === undefined ? counted : counted.where("status", "=", status));
  return Number(row?.count ?? 0);
}

export function sumOfTotals(totals: StatusTotals): number {
  return Object.values(totals).reduce((sum, count) => sum + count, 0);
}

function toTotals(rows: readonly { status: string; count: number | string }[]): StatusTotals {
  const totals = Object.fromEntries(LEAD_STATUSES.map((status) => [status, 0])) as StatusTotals;
  for (const { status, count } of rows) totals[status as keyof StatusTotals] = Number(count);
  return totals;
}

/** The first full hour that starts at or after the moment: the hour under way counts as within. */
function firstHourFrom(moment: string): string {
  const hour = Math.ceil(Date.parse(moment) / HOUR) * HOUR;
  return new Date(hour).toISOString().slice(0, HOUR_LENGTH);
}
