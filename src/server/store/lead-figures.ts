import { sql } from "kysely";
import type { LeadStatus } from "#shared/lead-status.ts";
import type { ScorePart } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import type { LeadFigures } from "#server/store/lead-figure-types.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all, verbatim } from "#server/store/work.ts";

const HOUR = "2026-01-31T23".length;
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
        const rows = yield* all(
          sql<{ span: number; source: string; count: number | string }>`
            with spans (span, starts, start_minute, ends, end_minute) as (values ${boundsOf(moments)})
            select span, source, sum(
              case when hour = ends then ${before("end_minute")} else count end
              - case when hour = starts then ${before("start_minute")} else 0 end
            ) as count
            from spans join lead_source_hours on hour >= starts and hour <= ends
            group by span, source`,
        );
        for (const { span, source, count } of rows) {
          const found = spans[span];
          if (found !== undefined && Number(count) > 0) found[source] = Number(count);
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

/** Each span between two neighbouring moments: its number, and the hour and the quarter of both ends. */
function boundsOf(moments: readonly string[]) {
  return sql.join(
    moments.slice(1).map((to, span) => {
      const from = moments[span] ?? to;
      const ends = [from, to].flatMap((moment) => [moment.slice(0, HOUR), quarterOf(moment)]);
      return sql`(cast(${span} as integer), ${sql.join(ends)})`;
    }),
  );
}

/** How many of an hour's leads were created before this quarter of it. */
function before(quarter: "start_minute" | "end_minute") {
  return sql`case ${sql.raw(quarter)} when '15' then before_15 when '30' then before_30 when '45' then before_45 else 0 end`;
}

/** The minute at which the moment's quarter of an hour begins: "00", "15", "30" or "45". */
function quarterOf(moment: string): string {
  const minutes = Number(moment.slice(HOUR + 1, HOUR + 3));
  return String(minutes - (minutes % QUARTER_MINUTES)).padStart(2, "0");
}
