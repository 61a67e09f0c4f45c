import { sql } from "kysely";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { ScorePart } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import type { LeadFigures } from "#server/store/lead-figure-types.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all, verbatim } from "#server/store/work.ts";

const MINUTE = "2026-01-31T23:".length;
const QUARTER_MINUTES = 15;

/** What the dashboard's figures are made of: counters that the database keeps inside each change, and leads' points. */
export function leadFigures(engine: Engine): LeadFigures {
  return {
    scoreTotals: () =>
      engine.run(function* () {
        const counted = engine.build
          .selectFrom("lead_scores")
          .select(["score", "status", sql<number | string>`sum(count)`.as("count")])
          .groupBy(["score", "status"])
          .having(sql`sum(count)`, ">", 0);
        const rows = yield* all(counted);
        return rows.map((row) => ({
          score: row.score,
          status: row.status as LeadStatus,
          count: Number(row.count),
        }));
      }),

    createdBySource: (moments) =>
      engine.run(function* () {
        const spans: Record<string, number>[] = moments.slice(1).map(() => ({}));
        if (spans.length === 0) return spans;
        const keys = moments.map(quarterKey);
        const bounds = sql.join(
          spans.map((_, span) => sql`(cast(${span} as integer), ${keys[span]}, ${keys[span + 1]})`),
        );
        const rows = yield* all(
          sql<{ span: number; source: string; count: number | string }>`
            with spans (span, starts, ends) as (values ${bounds})
            select span, source, sum(count) as count
            from spans join lead_source_quarters on quarter >= starts and quarter < ends
            group by span, source having sum(count) > 0`,
        );
        for (const { span, source, count } of rows) {
          const found = spans[span];
          if (found !== undefined) found[source] = Number(count);
        }
        return spans;
      }),

    points: (afterId, limit) =>
      engine.run(function* () {
        const after = afterId !== null && isRowId(afterId) ? afterId : "0";
        // The parts stand behind the raw input in a row: those of a lead without points are not looked for.
        const rows = yield* verbatim<[string | number, LeadStatus, number, string]>(
          sql`select id, status, score, case when score > 0 then score_parts else '[]' end
            from leads where id > ${after} order by id limit ${limit}`,
        );
        const last = rows.at(-1);
        if (last === undefined) return null;
        const leads = rows.map(([, status, score, json]) => {
          const parts = JSON.parse(json) as ScorePart[];
          return { status, score, parts: parts.map(({ ruleId, points }) => ({ ruleId, points })) };
        });
        return { lastId: String(last[0]), leads };
      }),
  };
}

/** The counter of the quarter of an hour in which the moment lies, as the database names it. */
function quarterKey(moment: string): string {
  const minutes = Number(moment.slice(MINUTE, MINUTE + 2));
  return `${moment.slice(0, MINUTE)}${Math.floor(minutes / QUARTER_MINUTES)}`;
}
