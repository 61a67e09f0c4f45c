import type { Engine } from "#server/db/engine/engine.ts";
import { reportDecisions } from "#server/db/reports/report-decisions.ts";
import { exists, first, firstId, isRowId, run, sql } from "#server/db/engine/sql.ts";
import { recordEvents } from "#server/db/outbox/record-events.ts";
import { type RecordOf, recordsTable, stored } from "#server/db/engine/table.ts";
import { recordTable } from "#server/db/engine/record-table.ts";

export const REPORTS = recordsTable({
  name: "reports",
  fields: {
    /** Whose digest it is; null for the team's report. */
    accountId: stored.id<string | null>(),
    /** Unique, so that a window gets only one report. */
    windowKey: stored.plain<string>(),
    messageId: stored.plain<string>(),
    /**
     * `unknown` when the process ended while sending: the report may have gone out, so it isn't sent again. `skipped` when
     * a digest had nothing to say, or its address was refused.
     */
    state: stored.plain<"sending" | "sent" | "failed" | "unknown" | "skipped">(),
    leadCount: stored.plain<number>(),
    error: stored.plain<string>(),
    startedAt: stored.plain<string>(),
    finishedAt: stored.plain<string | null>(),
    /** This report and earlier ones cover everything before this moment; null for reports of older versions. */
    coversTo: stored.plain<string | null>(),
  },
  backup: "all",
  seen: "all",
  people: {
    kind: "Reports",
    key: ["id"],
    texts: ["error"],
    hidden: ["account_id"],
    ofPerson: "redact",
  },
});

/** A report, or one person's digest. */
export type ReportRecord = RecordOf<typeof REPORTS>;

export type NewReport = Pick<ReportRecord, "windowKey" | "messageId" | "leadCount" | "startedAt"> &
  Partial<Pick<ReportRecord, "coversTo" | "accountId">>;

/** Reports, one per window, and digests, one per person and window. */
export function reportStore(engine: Engine) {
  const reports = recordTable(REPORTS);
  return {
    ...reportDecisions(engine),

    /** Null when the window's report is done or in progress; a failed one may start again. */
    begin: (report: NewReport) =>
      engine.transact(function* () {
        const { windowKey, messageId, leadCount, startedAt, coversTo = null, accountId = null } = report;
        const id = yield* firstId(sql`
          insert into reports (window_key, message_id, state, lead_count, error, started_at, finished_at, covers_to, account_id)
          values (${windowKey}, ${messageId}, 'sending', ${leadCount}, '', ${startedAt}, null, ${coversTo}, ${accountId})
          on conflict (window_key) do update set
            message_id = excluded.message_id, state = excluded.state, lead_count = excluded.lead_count,
            error = excluded.error, started_at = excluded.started_at, finished_at = excluded.finished_at,
            covers_to = excluded.covers_to
          where reports.state = 'failed'
          returning id`);
        return id === null ? null : yield* reports.get(id);
      }),

    async finish(
      id: string,
      { state, error, finishedAt }: Pick<ReportRecord, "state" | "error"> & { finishedAt: string },
    ): Promise<void> {
      if (!isRowId(id)) return;
      const finished = sql<{ lead_count: number; account_id: string | number | null }>`
        update reports set state = ${state}, error = ${error}, finished_at = ${finishedAt} where id = ${id}
        returning lead_count, account_id`;
      await engine.transact(function* () {
        const report = yield* first(finished);
        if (state !== "sent" || report?.account_id !== null) return;
        const data = { report: { id, leadCount: report.lead_count } };
        yield* recordEvents(engine, () => [{ type: "report.sent", leadId: null, data }]);
      });
    },

    /** Reports and digests still marked as sending, oldest first: in progress, or left by a process that ended. */
    unfinished: () => engine.run(() => reports.find(sql`where state = 'sending' order by id`)),

    /** Marks an unfinished report as unknown. False when it finished in the meantime. */
    async giveUp(id: string, { error, finishedAt }: { error: string; finishedAt: string }): Promise<boolean> {
      if (!isRowId(id)) return false;
      const given = sql`
        update reports set state = 'unknown', error = ${error}, finished_at = ${finishedAt}
        where id = ${id} and state = 'sending' returning id`;
      return engine.transact(() => exists(given));
    },

    /** The team's latest. */
    latest: () => engine.run(() => reports.one(sql`where account_id is null order by id desc limit 1`)),

    /** The last of the team's reports accepted by the mail server. */
    lastSent: () =>
      engine.run(() =>
        // A retried report keeps its old id, so ids don't reflect the order.
        reports.one(sql`where account_id is null and state = 'sent' order by finished_at desc limit 1`),
      ),

    ofWindow: (windowKey: string) => engine.run(() => reports.one(sql`where window_key = ${windowKey}`)),

    /** The digests begun at or after a time. */
    digestsSince: (at: string) =>
      engine.run(() => reports.find(sql`where account_id is not null and started_at >= ${at}`)),

    /** Deletes the digests begun before a time. */
    forgetDigests: (before: string) =>
      engine.transact(() => run(sql`delete from reports where account_id is not null and started_at < ${before}`)),
  };
}

export type ReportStore = ReturnType<typeof reportStore>;
