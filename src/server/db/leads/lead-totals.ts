import { scorePartsOf } from "#shared/lead-record.ts";
import { HOUR } from "#shared/durations.ts";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import type { GroupScores } from "#server/db/leads/lead-page.ts";
import type { Table } from "#server/db/engine/table.ts";
import { all, countRows, first, isRowId, sql, verbatim, type Work } from "#server/db/engine/sql.ts";

const HOUR_LENGTH = "2026-01-31T23".length;
const HOUR_OF_LEAD = `substr(created_at, 1, ${HOUR_LENGTH}) as hour`;
const BEFORE_MINUTES = ["15", "30", "45"].map(
  (minute) =>
    `sum(case when substr(created_at, ${HOUR_LENGTH + 2}, 2) < '${minute}' then 1 else 0 end) as before_${minute}`,
);

/** Counters maintained by triggers on leads. For an account with limited sight, its leads are counted instead. */
export const LEAD_COUNTERS: readonly Table[] = [
  { name: "lead_totals", by: ["status"] },
  { name: "lead_hours", by: [HOUR_OF_LEAD, "status"] },
  { name: "lead_scores", by: ["score", "status"] },
  { name: "lead_source_hours", by: [HOUR_OF_LEAD, "source"], more: BEFORE_MINUTES },
].map(({ name, by, more = [] }) => ({
  name,
  backup: { skip: "counted by the triggers of leads" },
  people: { none: "numbers" },
  seen: { counts: { by, columns: ["count(*) as count", ...more] } },
}));

export type StatusTotals = Record<LeadStatus, number>;

/** Leads by status and by source, from counters that the database updates with each change. */
export function leadTotals(engine: Engine) {
  return {
    /** Read from maintained counters, never counted by scanning. */
    totals: () => engine.run(() => totalsByStatus()),

    /** Leads created in [from, to) by current status, from the same counters; both ends are rounded to the hour. */
    totalsCreatedBetween: (from: string, to: string) =>
      engine.run(function* () {
        const counted = sql<StatusCount>`
          select status, sum(count) as count from lead_hours
          where hour >= ${from.slice(0, HOUR_LENGTH)} and hour < ${firstHourFrom(to)} group by status`;
        return toTotals(yield* all(counted));
      }),

    /** Leads by source, from counters, never scanned. */
    totalsBySource: () =>
      engine.run(function* () {
        const rows = yield* all(
          sql<{ source: string; count: number | string }>`
            select source, sum(count) as count from lead_source_hours group by source having sum(count) > 0`,
        );
        return Object.fromEntries(rows.map(({ source, count }) => [source, Number(count)]));
      }),
  };
}

interface StatusCount {
  status: LeadStatus;
  count: number | string;
}

export function* totalsByStatus(): Work<StatusTotals> {
  return toTotals(yield* all(sql<StatusCount>`select status, sum(count) as count from lead_totals group by status`));
}

/** The number of pending leads with an open follow-up question. */
export function totalInProgress(): Work<number> {
  // The value is a literal because the partial index only covers leads with it.
  return countRows(sql`from leads where qualification_status = 'in_progress' and status = 'pending'`);
}

/** The number of leads with a score in this range (inclusive) and, if given, this status. */
export function* totalOfScores(
  { min, max }: { min: number; max: number },
  status: LeadStatus | undefined,
): Work<number> {
  const ofStatus = status === undefined ? sql`` : sql`and status = ${status}`;
  const row = yield* first(
    sql<{ count: number | string | null }>`
      select sum(count) as count from lead_scores where score >= ${min} and score <= ${max} ${ofStatus}`,
  );
  return Number(row?.count ?? 0);
}

/** By status, the number of leads with a score in this range, and the sum of their scores. */
export function totalsOfScores({ min, max }: { min: number; max: number } = LIMITS.score): Work<GroupScores[]> {
  return verbatim<GroupScores>(sql`
    select status, sum(count), sum(count * score) from lead_scores
    where score >= ${min} and score <= ${max} group by status`);
}

export function sumOfTotals(totals: StatusTotals): number {
  return Object.values(totals).reduce((sum, count) => sum + count, 0);
}

function toTotals(rows: readonly StatusCount[]): StatusTotals {
  const totals = Object.fromEntries(LEAD_STATUSES.map((status) => [status, 0])) as StatusTotals;
  for (const { status, count } of rows) totals[status] = Number(count);
  return totals;
}

/** The first full hour at or after the moment, so that the current hour is included. */
function firstHourFrom(moment: string): string {
  const hour = Math.ceil(Date.parse(moment) / HOUR) * HOUR;
  return new Date(hour).toISOString().slice(0, HOUR_LENGTH);
}

/** The part of a lead needed for its points. */
export interface ScoredLead {
  status: LeadStatus;
  score: number;
  /** One per keyword found; empty for a lead without points. */
  parts: { ruleId: string; points: number }[];
}

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
          return { status, score, parts: scorePartsOf(json).map(({ ruleId, points }) => ({ ruleId, points })) };
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
      const ends = [from, to].flatMap((moment) => [moment.slice(0, HOUR_LENGTH), quarterOf(moment)]);
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
  const minutes = Number(moment.slice(HOUR_LENGTH + 1, HOUR_LENGTH + 3));
  return String(minutes - (minutes % QUARTER_MINUTES)).padStart(2, "0");
}
