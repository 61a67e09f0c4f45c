import { changeMany } from "#server/db/lead-changes/bulk-change.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { deleteOrphanedPages, keepPages, storedPages } from "#server/db/sources/stored-pages.ts";
import { leadOfRow, type Row } from "#server/db/leads/lead-columns.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import type { ReplayLead, ReplayRecord, ReplayStore } from "#server/db/replays/replay-types.ts";
import { rowCodec } from "#server/db/engine/row-codec.ts";
import { isRowId } from "#server/db/engine/row-id.ts";
import { followRules } from "#server/db/rules/rescore-wanted.ts";
import { sql } from "#server/db/engine/sql.ts";
import { all, run, type Work } from "#server/db/engine/work.ts";
import { type RecordsTable, type StoredRow, type Table, ofLeads } from "#server/db/engine/table.ts";

export const REPLAYS: RecordsTable<ReplayRecord> = {
  name: "replays",
  fields: {
    source: "plain",
    all: { column: "reads_all", kind: "flag" },
    state: "plain",
    lastLead: "id",
    total: "plain",
    done: "plain",
    rowsRead: "plain",
    rowsUnreadable: "plain",
    leadsChanged: "plain",
    changes: "plain",
    applied: "plain",
    left: { column: "left_over", kind: "plain" },
    actId: "id",
    message: "plain",
    createdAt: "plain",
    finishedAt: "plain",
  },
  backup: "all",
  people: { none: "counts" },
};

export const REPLAY_LEADS: Table = {
  name: "replay_leads",
  backup: "all",
  people: ofLeads("Reprocessed original data", ["replay_id", "lead_id"], ["name", "changes"]),
};

const NOTHING_READ = "0";

const LEAD_CODEC = rowCodec<ReplayLead>({ leadId: "id", name: "plain", changes: "json", mark: "plain" });

/** Replays of raw input, the changes they propose, and the pages they read. */
export function replayStore(engine: Engine): ReplayStore {
  const replays = recordTable(REPLAYS);

  async function leadsWhere(id: string, afterId: string | null, limit: number, more = sql``): Promise<ReplayLead[]> {
    if (!isRowId(id) || (afterId !== null && !isRowId(afterId))) return [];
    const found = sql<StoredRow>`
      select lead_id, name, changes, mark from replay_leads
      where replay_id = ${id} and lead_id > ${afterId ?? NOTHING_READ} ${more}
      order by lead_id limit ${limit}`;
    return (await engine.run(() => all(found))).map(LEAD_CODEC.toRecord);
  }

  function* settled(id: string, leadIds: readonly string[], outcome: "applied" | "left"): Work<void> {
    if (leadIds.length === 0) return;
    const ofThese = engine.sql.isOneOf("lead_id", leadIds);
    yield* run(sql`update replay_leads set outcome = ${outcome} where replay_id = ${id} and ${ofThese}`);
  }

  return {
    async latest() {
      const [latest] = await engine.run(() => replays.find(sql`order by id desc limit 1`));
      return latest ?? null;
    },

    get: (id) => engine.run(() => replays.get(id)),
    unfinished: () => engine.run(() => replays.find(sql`where state in ('running', 'applying') order by id`)),

    create: (replay) =>
      engine.transact(function* () {
        yield* run(sql`delete from replay_leads`);
        return yield* replays.create(replay);
      }),

    update: (id, patch) => engine.transact(() => replays.update(id, patch)),

    async look(kinds, afterId, limit) {
      const next = sql`select * from leads where id > ${afterId ?? NOTHING_READ} order by id limit ${limit}`;
      const ids = sql<{ id: string | number }>`select id from (${next}) as looked order by id`;
      // Written by JSON.stringify, which puts no space after a colon.
      const conditions = kinds.map(
        (kind) => sql`raw_data like ${`%"source":"${kind.replaceAll("_", "!_")}"%`} escape '!'`,
      );
      const rows = sql<Row>`select * from (${next}) as looked where ${sql.join(conditions, " or ")} order by id`;
      const looked = await engine.run(() => all(ids));
      const leads = looked.length === 0 ? [] : (await engine.run(() => all(rows))).map(leadOfRow);
      const last = looked.at(-1);
      return { leads, looked: looked.length, lastId: last === undefined ? null : String(last.id) };
    },

    addLeads: (id, leads, patch) =>
      engine.transact(function* () {
        const rows = leads.map((lead) => ({ replay_id: id, ...LEAD_CODEC.toRow(lead) }));
        yield* engine.sql.insertMany("replay_leads", rows, "on conflict (replay_id, lead_id) do nothing");
        yield* replays.update(id, patch);
      }),

    async counts(id) {
      // Written by JSON.stringify: each change begins with its field.
      const begin = '{"field":';
      const [found] = await engine.run(() =>
        all(sql<Record<"lead_count" | "change_count" | "applied" | "left_over", number | string | null>>`
          select count(*) as lead_count,
            sum((length(changes) - length(replace(changes, ${begin}, ''))) / ${begin.length}) as change_count,
            count(case when outcome = 'applied' then 1 end) as applied,
            count(case when outcome = 'left' then 1 end) as left_over
          from replay_leads where replay_id = ${id}`),
      );
      const { lead_count: leads, change_count: changes, applied, left_over: left } = found ?? {};
      return {
        leadsChanged: Number(leads ?? 0),
        changes: Number(changes ?? 0),
        applied: Number(applied ?? 0),
        left: Number(left ?? 0),
      };
    },

    leads: (id, afterId, limit) => leadsWhere(id, afterId, limit),

    open(id, afterId, limit, leadIds) {
      const ofThese = leadIds === undefined ? sql`` : sql`and ${engine.sql.isOneOf("lead_id", leadIds)}`;
      return leadsWhere(id, afterId, limit, sql`and outcome is null ${ofThese}`);
    },

    apply: (id, leadIds, decide, { soFar, entryOf, ...scored }) =>
      engine.transact(function* () {
        const { act, changed } = yield* changeMany(engine, leadIds, decide, soFar, entryOf);
        const isChanged = new Set(changed);
        const left = leadIds.filter((leadId) => !isChanged.has(leadId));
        yield* settled(id, changed, "applied");
        yield* settled(id, left, "left");
        const replay = yield* replays.get(id);
        if (replay !== null) {
          const counts = { applied: replay.applied + changed.length, left: replay.left + left.length };
          yield* replays.update(id, { ...counts, actId: act.actId });
        }
        yield* followRules(engine, scored);
        return act;
      }),

    keepPages: (targetId, pages) => engine.transact(() => keepPages(engine, targetId, pages)),
    pages: (urls) => engine.run(() => storedPages(engine, urls)),
    forgetPages: (after, limit) => engine.transact(() => deleteOrphanedPages(engine, after, limit)),

    forgetGone: () =>
      engine.transact(() =>
        run(sql`delete from replay_leads where not exists (select 1 from leads where leads.id = replay_leads.lead_id)`),
      ),
  };
}
