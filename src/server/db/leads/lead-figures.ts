import type { LeadStatus } from "#shared/lead-status.ts";
import type { ScorePart } from "#shared/lead-record.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { all, isRowId, sql, verbatim } from "#server/db/engine/sql.ts";

/** The part of a lead needed for its points. */
export interface ScoredLead {
  status: LeadStatus;
  score: number;
  /** One per keyword found; empty for a lead without points. */
  parts: { ruleId: string; points: number }[];
}

const HOUR = "2026-01-31T23".length;
const QUARTER_MINUTES = 15;

/** The dashboard's data: counters that the database updates with each change, and the points of leads. */
export function leadFigures(engine: Engine) {
  return {
    /** The number of leads with each score and status, from maintained counters, never counted by scanning. */
    scoreTotals: () =>
      engine.run(function* () {
        const rows = yield* all(
          sql<{ score: number; status: LeadStatus; count: number | string }>`
            select score, status, sum(count) as count from lead_scores group by score, status having sum(count) > 0`,
        );
        return rows.map((row) => ({ ...row, count: Number(row.count) }));
      }),

    /**
     * Leads created per source between each moment and the next: one item for each moment but the last, omitting sources
     * with none. Read from quarter-hour counters, so moments are rounded down to the quarter hour.
     */
    createdBySource: (moments: readonly string[]) =>
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

    /** The points of the next `limit` leads with an id above `afterId`, in order of id; null at the end. */
    points: (afterId: string | null, limit: number) =>
      engine.run(function* () {
        const after = afterId !== null && isRowId(afterId) ? afterId : "0";
        const rows = yield* verbatim<[string | number, LeadStatus, number, string]>(
          sql`select id, status, score, score_parts from leads where id > ${after} order by id limit ${limit}`,
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

/** Each span between neighboring moments: its index, and the hour and quarter of both ends. */
function boundsOf(moments: readonly string[]) {
  return sql.join(
    moments.slice(1).map((to, span) => {
      const from = moments[span] ?? to;
      const ends = [from, to].flatMap((moment) => [moment.slice(0, HOUR), quarterOf(moment)]);
      return sql`(cast(${span} as integer), ${sql.join(ends)})`;
    }),
  );
}

/** How many leads an hour had before this quarter of it. */
function before(quarter: "start_minute" | "end_minute") {
  return sql`case ${sql.raw(quarter)} when '15' then before_15 when '30' then before_30 when '45' then before_45 else 0 end`;
}

/** The starting minute of the moment's quarter hour: "00", "15", "30" or "45". */
function quarterOf(moment: string): string {
  const minutes = Number(moment.slice(HOUR + 1, HOUR + 3));
  return String(minutes - (minutes % QUARTER_MINUTES)).padStart(2, "0");
}
