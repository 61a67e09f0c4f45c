import { sql } from "kysely";
import { countsAsQualified, type LeadStatus } from "#shared/lead-status.ts";
import { SAMPLE_SOURCE } from "#shared/sample-source.ts";
import type { Engine } from "#server/store/engine.ts";
import { leadOfRow, type Row } from "#server/store/lead-columns.ts";
import { writeStatus } from "#server/store/lead-status.ts";
import type { ChangedLeads, ReportDecision, ReportDecisionStore } from "#server/store/report-types.ts";
import { isRowId } from "#server/store/row-id.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

/** Of more changes than this only the latest are looked at: they are read in one go. */
const MOST_CHANGES = 20_000;

interface ChangeRow {
  id: string | number;
  was: LeadStatus | null;
  status: LeadStatus;
  status_set_by: string;
  score: number;
}

/** What changed since a report, and what is decided by its links. */
export function reportDecisions(engine: Engine): ReportDecisionStore {
  const { build } = engine;
  return {
    changes: ({ from, to, limit }) =>
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

    forgetChanges: (before, limit) =>
      engine.transact(function* () {
        const old = build.selectFrom("status_changes").select("id").where("at", "<", before);
        const ids = (yield* all(old.orderBy("at").limit(limit))).map(({ id }) => String(id));
        if (ids.length > 0) yield* run(build.deleteFrom("status_changes").where(engine.sql.isOneOf("id", ids)));
        return ids.length;
      }),

    async decision(reportKey, leadId) {
      return isRowId(leadId) ? engine.run(() => decisionOf(engine, reportKey, leadId)) : null;
    },

    decide: ({ by, ...wanted }) =>
      engine.transact(function* () {
        const { leadId, reportKey, status, at } = wanted;
        if (!isRowId(leadId)) return { kind: "gone" as const };
        // Locked before the decision is looked up: of two at once the second finds that of the first.
        const lead = yield* first(
          sql<{ status: LeadStatus; status_set_by: string }>`
            select status, status_set_by from leads where id = ${leadId} ${engine.sql.forUpdate}`,
        );
        const earlier = yield* decisionOf(engine, reportKey, leadId);
        if (earlier !== null) return { kind: "used" as const, decision: earlier };
        if (lead === null) return { kind: "gone" as const };
        if (lead.status !== "qualified" || lead.status_set_by !== "rule") {
          return { kind: "changed" as const, status: lead.status };
        }
        const [written] = yield* writeStatus(engine, { id: leadId, status, by, at });
        const actId = written?.[1] ?? null;
        const decision: ReportDecision = { ...wanted, actId: actId === null ? null : String(actId) };
        yield* run(
          build
            .insertInto("report_decisions")
            .values({ report_key: reportKey, lead_id: leadId, status, at, act_id: decision.actId }),
        );
        return { kind: "decided" as const, decision };
      }),
  };
}

function wasQualified(was: LeadStatus | null): boolean {
  return was !== null && countsAsQualified(was);
}

/** The leads whose status changed in a span, each with what it was before the first of those changes. */
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

/** Of leads with the best first. */
function* bestOf(engine: Engine, rows: readonly ChangeRow[], limit: number): Work<ChangedLeads> {
  const ids = rows.slice(0, limit).map(({ id }) => String(id));
  const found = yield* all(
    sql<Row>`select * from leads where ${engine.sql.isOneOf("id", ids)} order by score desc, id desc`,
  );
  return { count: rows.length, leads: found.map(leadOfRow) };
}

function* decisionOf(engine: Engine, reportKey: string, leadId: string): Work<ReportDecision | null> {
  const row = yield* first(
    engine.build
      .selectFrom("report_decisions")
      .selectAll()
      .where("report_key", "=", reportKey)
      .where("lead_id", "=", leadId),
  );
  if (row === null) return null;
  const { status, at, act_id: actId } = row;
  return { reportKey, leadId, status: status as LeadStatus, at, actId: actId === null ? null : String(actId) };
}
