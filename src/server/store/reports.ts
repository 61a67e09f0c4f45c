import type { Selectable } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { reportDecisions } from "#server/store/report-decisions.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { Tables } from "#server/store/tables.ts";
import type { ReportRecord, ReportStore } from "#server/store/report-types.ts";
import { all, first, run } from "#server/store/work.ts";

/** Which reports were made, one for each window. */
export function reportStore(engine: Engine): ReportStore {
  const { build } = engine;
  return {
    ...reportDecisions(engine),

    async begin({ windowKey, messageId, leadCount, startedAt, coversTo = null }) {
      const inserted = build
        .insertInto("reports")
        .values({
          window_key: windowKey,
          message_id: messageId,
          state: "sending",
          lead_count: leadCount,
          error: "",
          started_at: startedAt,
          finished_at: null,
          covers_to: coversTo,
        })
        .onConflict((conflict) =>
          conflict
            .column("window_key")
            .doUpdateSet((given) => ({
              message_id: given.ref("excluded.message_id"),
              state: given.ref("excluded.state"),
              lead_count: given.ref("excluded.lead_count"),
              error: given.ref("excluded.error"),
              started_at: given.ref("excluded.started_at"),
              finished_at: given.ref("excluded.finished_at"),
              covers_to: given.ref("excluded.covers_to"),
            }))
            .where("reports.state", "=", "failed"),
        )
        .returningAll();
      return reportOfRow(await engine.transact(() => first(inserted)));
    },

    async finish(id, { state, error, finishedAt }) {
      if (!isRowId(id)) return;
      const finished = build.updateTable("reports").set({ state, error, finished_at: finishedAt }).where("id", "=", id);
      await engine.transact(() => run(finished));
    },

    async unfinished() {
      const begun = build.selectFrom("reports").selectAll().where("state", "=", "sending").orderBy("id");
      return (await engine.run(() => all(begun))).map(recordOfRow);
    },

    async giveUp(id, { error, finishedAt }) {
      if (!isRowId(id)) return false;
      const given = build
        .updateTable("reports")
        .set({ state: "unknown", error, finished_at: finishedAt })
        .where("id", "=", id)
        .where("state", "=", "sending")
        .returning("id");
      return (await engine.transact(() => first(given))) !== null;
    },

    async latest() {
      const newest = build.selectFrom("reports").selectAll().orderBy("id", "desc").limit(1);
      return reportOfRow(await engine.run(() => first(newest)));
    },

    async lastSent() {
      // One that failed at first is sent under its old id, so ids do not tell the order.
      const sent = build.selectFrom("reports").selectAll().where("state", "=", "sent");
      return reportOfRow(await engine.run(() => first(sent.orderBy("finished_at", "desc").limit(1))));
    },

    async ofWindow(windowKey) {
      const report = build.selectFrom("reports").selectAll().where("window_key", "=", windowKey);
      return reportOfRow(await engine.run(() => first(report)));
    },
  };
}

function reportOfRow(row: Selectable<Tables["reports"]> | null): ReportRecord | null {
  return row === null ? null : recordOfRow(row);
}

function recordOfRow(row: Selectable<Tables["reports"]>): ReportRecord {
  return {
    id: String(row.id),
    windowKey: row.window_key,
    messageId: row.message_id,
    state: row.state as ReportRecord["state"],
    leadCount: row.lead_count,
    error: row.error,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    coversTo: row.covers_to,
  };
}
