import { countsAsQualified, type LeadStatus } from "#shared/lead-status.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { leadOfRow, type Row } from "#server/db/leads/lead-columns.ts";
import { writeStatus } from "#server/db/lead-changes/lead-status.ts";
import { all, allIds, first, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import { ofLeads, type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";

/** A group of leads: how many, and the best of them. */
export interface ChangedLeads {
  count: number;
  leads: StoredLead[];
}

/** Lead status changes in a time range, grouped by current status, without sample leads. */
export interface StatusChanges {
  newlyQualified: ChangedLeads;
  /** Approved or rejected by a person. */
  decided: ChangedLeads;
  noLongerQualified: ChangedLeads;
  /** False when there were too many changes and only the latest were read. */
  isExact: boolean;
}

const DECISION_CODEC = rowCodec({
  reportKey: stored.plain<string>(),
  leadId: stored.id(),
  status: stored.plain<LeadStatus>(),
  at: stored.plain<string>(),
  /** The action to undo the decision. */
  actId: stored.id<string | null>(),
});

export type ReportDecision = RecordOf<typeof DECISION_CODEC>;

/** Written by triggers on leads; reports read it to list what changed. */
export const STATUS_CHANGES: Table = {
  name: "status_changes",
  backup: "all",
  people: ofLeads("Status changes", ["id"], []),
};

export const REPORT_DECISIONS: Table = {
  name: "report_decisions",
  backup: "all",
  people: ofLeads("Report link decisions", ["report_key", "lead_id"], []),
};

/** At most this many of the latest changes are read, because they are loaded in one query. */
const MOST_CHANGES = 20_000;

interface ChangeRow {
  id: string | number;
  was: LeadStatus | null;
  status: LeadStatus;
  status_set_by: string;
  score: number;
}

/** Status changes since a report, and decisions made through its links. */
export function reportDecisions(engine: Engine) {
  return {
    /** Leads whose status changed in [from, to), each group with its `limit` best leads. */
    changes: ({ from, to, limit }: { from: string; to: string; limit: number }) =>
      engine.run(function* () {
        const rows = yield* all(changesBetween(from, to));
        const groups = {
          newlyQualified: rows.filter(({ was, status }) => status === "qualified" && !wasQualified(was)),
          decided: rows.filter(
            ({ status, status_set_by }) =>
              status_set_by === "person" && (status === "approved" || status === "rejected"),
          ),
          noLongerQualified: rows.filter(({ was, status }) => status === "pending" && wasQualified(was)),
        };
        return {
          newlyQualified: yield* bestOf(engine, groups.newlyQualified, limit),
          decided: yield* bestOf(engine, groups.decided, limit),
          noLongerQualified: yield* bestOf(engine, groups.noLongerQualified, limit),
          isExact: rows.length < MOST_CHANGES,
        };
      }),

    /** Deletes up to `limit` status changes older than `before`. Returns how many. */
    forgetChanges: (before: string, limit: number) =>
      engine.transact(function* () {
        const ids = yield* allIds(sql`
          select id from status_changes where at < ${before} order by at limit ${limit}`);
        if (ids.length > 0) yield* run(sql`delete from status_changes where ${engine.sql.isOneOf("id", ids)}`);
        return ids.length;
      }),

    /** The decision made for a lead through a report's link; null when there is none. */
    async decision(reportKey: string, leadId: string): Promise<ReportDecision | null> {
      return isRowId(leadId) ? engine.run(() => decisionOf(reportKey, leadId)) : null;
    },

    /**
     * Decides a lead that rules qualified and no person has decided, once per report, in one transaction with its journal
     * entry.
     */
    decide: ({ by, ...wanted }: Omit<ReportDecision, "actId"> & { by: string }) =>
      engine.transact(function* () {
        const { leadId, reportKey, status, at } = wanted;
        if (!isRowId(leadId)) return { kind: "gone" as const };
        // Locked before the decision is looked up, so that the second of two concurrent clicks sees the first.
        const lead = yield* first(
          sql<{ status: LeadStatus; status_set_by: string }>`
            select status, status_set_by from leads where id = ${leadId} ${engine.sql.forUpdate}`,
        );
        const earlier = yield* decisionOf(reportKey, leadId);
        // A link of the same report was already used to decide this lead.
        if (earlier !== null) return { kind: "used" as const, decision: earlier };
        if (lead === null) return { kind: "gone" as const };
        if (lead.status !== "qualified" || lead.status_set_by !== "rule") {
          // It no longer waits for a decision.
          return { kind: "changed" as const, status: lead.status };
        }
        const [written] = yield* writeStatus(engine, { id: leadId, status, by, at });
        const actId = written?.[1] ?? null;
        const decision: ReportDecision = { ...wanted, actId: actId === null ? null : String(actId) };
        yield* engine.sql.insertMany("report_decisions", [DECISION_CODEC.toRow(decision)]);
        return { kind: "decided" as const, decision };
      }),
  };
}

function wasQualified(was: LeadStatus | null): boolean {
  return was !== null && countsAsQualified(was);
}

/** Leads whose status changed in a time range, each with its status before the first of those changes. */
function changesBetween(from: string, to: string) {
  return sql<ChangeRow>`
    with recent as (
      select id, lead_id, was from status_changes where at >= ${from} and at < ${to}
      order by at desc, id desc limit ${MOST_CHANGES}
    ), firsts as (select min(id) as id from recent group by lead_id)
    select l.id, r.was, l.status, l.status_set_by, l.score
    from firsts f join recent r on r.id = f.id join leads l on l.id = r.lead_id
    where l.source <> ${SAMPLE_SOURCE.kind} and (r.was is null or r.was <> l.status)
    order by l.score desc, l.id desc`;
}

/** Counts the leads and loads the best of them. */
function* bestOf(engine: Engine, rows: readonly ChangeRow[], limit: number): Work<ChangedLeads> {
  const ids = rows.slice(0, limit).map(({ id }) => String(id));
  const found = yield* all(
    sql<Row>`select * from leads where ${engine.sql.isOneOf("id", ids)} order by score desc, id desc`,
  );
  return { count: rows.length, leads: found.map(leadOfRow) };
}

function* decisionOf(reportKey: string, leadId: string): Work<ReportDecision | null> {
  const row = yield* first(
    sql<StoredRow>`select * from report_decisions where report_key = ${reportKey} and lead_id = ${leadId}`,
  );
  return row === null ? null : DECISION_CODEC.toRecord(row);
}
