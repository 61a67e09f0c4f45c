import type { Replay, ReplayChange } from "#shared/contract/replay.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { changeMany, type ActionProgress } from "#server/db/lead-changes/bulk-change.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import {
  deleteOrphanedPages,
  keepPages,
  type StoredPage,
  type StoredPageCursor,
  storedPages,
} from "#server/db/sources/stored-pages.ts";
import { leadOfRow, type Row } from "#server/db/leads/lead-columns.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import { followRules, type Scored } from "#server/db/rules/rescore-wanted.ts";
import { all, allIds, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import {
  ofLeads,
  type RecordOf,
  type RecordsTable,
  rowCodec,
  stored,
  type StoredRow,
  type Table,
} from "#server/db/engine/table.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";

/** A stored replay of raw input; `lastLead` is the last lead it reached. */
export type ReplayRecord = Replay & { lastLead: string | null; rowsRead: number; rowsUnreadable: number };

export type ShownChange = Omit<ReplayChange, "leadId" | "leadName">;

export const REPLAYS: RecordsTable<ReplayRecord> = {
  name: "replays",
  fields: {
    source: stored.plain(),
    all: stored.flag("reads_all"),
    state: stored.plain(),
    lastLead: stored.id(),
    total: stored.plain(),
    done: stored.plain(),
    rowsRead: stored.plain(),
    rowsUnreadable: stored.plain(),
    leadsChanged: stored.plain(),
    changes: stored.plain(),
    applied: stored.plain(),
    left: stored.plain("left_over"),
    actId: stored.id(),
    message: stored.plain(),
    createdAt: stored.plain(),
    finishedAt: stored.plain(),
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

const LEAD_CODEC = rowCodec({
  leadId: stored.id(),
  name: stored.plain<string>(),
  changes: stored.json<ShownChange[]>(),
  /** A fingerprint of the changes, to check whether another replay of the lead gives the same. */
  mark: stored.plain<string>(),
});

/** A lead that would change. */
export type ReplayLead = RecordOf<typeof LEAD_CODEC>;

/** Replays of raw input, the changes they propose, and the pages they read. */
export function replayStore(engine: Engine) {
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
    latest: () => engine.run(() => replays.one(sql`order by id desc limit 1`)),

    get: (id: string) => engine.run(() => replays.get(id)),
    /** Replays in progress, or left by a process that ended. */
    unfinished: () => engine.run(() => replays.find(sql`where state in ('running', 'applying') order by id`)),

    /** Starts a replay and deletes the proposed changes of earlier ones. */
    create: (replay: Omit<ReplayRecord, "id">) =>
      engine.transact(function* () {
        yield* run(sql`delete from replay_leads`);
        return yield* replays.create(replay);
      }),

    update: (id: string, patch: Partial<Omit<ReplayRecord, "id">>) => engine.transact(() => replays.update(id, patch)),

    /** Records the end of a run. Null if the replay is no longer in one of these states. */
    end: (id: string, from: readonly ReplayRecord["state"][], patch: Partial<Omit<ReplayRecord, "id">>) =>
      engine.transact(function* () {
        const replay = yield* replays.one(sql`where id = ${id} ${engine.sql.forUpdate}`);
        return replay !== null && from.includes(replay.state) ? yield* replays.update(id, patch) : null;
      }),

    /**
     * Scans the next `limit` leads above an id for those reported by these kinds of source. `lastId` is null when no
     * leads remain.
     */
    async look(
      kinds: readonly string[],
      afterId: string | null,
      limit: number,
    ): Promise<{ leads: StoredLead[]; looked: number; lastId: string | null }> {
      const next = sql`select * from leads where id > ${afterId ?? NOTHING_READ} order by id limit ${limit}`;
      const ids = sql`select id from (${next}) as looked order by id`;
      // Written by JSON.stringify, which puts no space after a colon.
      const conditions = kinds.map(
        (kind) => sql`raw_data like ${`%"source":"${kind.replaceAll("_", "!_")}"%`} escape '!'`,
      );
      const rows = sql<Row>`select * from (${next}) as looked where ${sql.join(conditions, " or ")} order by id`;
      const looked = await engine.run(() => allIds(ids));
      const leads = looked.length === 0 ? [] : (await engine.run(() => all(rows))).map(leadOfRow);
      return { leads, looked: looked.length, lastId: looked.at(-1) ?? null };
    },

    /** Stores leads that would change together with the replay's progress, in one transaction. */
    addLeads: (id: string, leads: readonly ReplayLead[], patch: Partial<Omit<ReplayRecord, "id">>) =>
      engine.transact(function* () {
        const rows = leads.map((lead) => ({ replay_id: id, ...LEAD_CODEC.toRow(lead) }));
        yield* engine.sql.insertMany("replay_leads", rows, "on conflict (replay_id, lead_id) do nothing");
        yield* replays.update(id, patch);
      }),

    /** Counts its changes. */
    async counts(id: string): Promise<Pick<Replay, "leadsChanged" | "changes" | "applied" | "left">> {
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

    /** The next leads that would change, above an id. */
    leads: (id: string, afterId: string | null, limit: number) => leadsWhere(id, afterId, limit),

    /** Leads neither changed nor skipped yet, above an id; limited to `leadIds` where given. */
    open(id: string, afterId: string | null, limit: number, leadIds?: readonly string[]): Promise<ReplayLead[]> {
      const ofThese = leadIds === undefined ? sql`` : sql`and ${engine.sql.isOneOf("lead_id", leadIds)}`;
      return leadsWhere(id, afterId, limit, sql`and outcome is null ${ofThese}`);
    },

    /**
     * Changes leads as part of an undoable bulk action and marks each as applied or skipped in the same transaction.
     * Skips a lead when `decide` returns null or it would become an erased person. Rejects with lead_conflict when an
     * email now belongs to another lead.
     */
    apply: (
      id: string,
      leadIds: readonly string[],
      decide: (lead: StoredLead) => StoredLead | null,
      { soFar, entryOf, ...scored }: { soFar: ActionProgress; entryOf: (changed: number) => NewJournalEntry } & Scored,
    ) =>
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

    /** Stores pages of a target, replacing earlier versions. */
    keepPages: (targetId: string, pages: readonly StoredPage[]) =>
      engine.transact(() => keepPages(engine, targetId, pages)),
    /** The pages with these URLs of any target, by target id. */
    pages: (urls: readonly string[]) => engine.run(() => storedPages(engine, urls)),
    /**
     * Examines the next `limit` pages and deletes those that name only permanently deleted leads. Null after the last.
     */
    forgetPages: (after: StoredPageCursor | null, limit: number) =>
      engine.transact(() => deleteOrphanedPages(engine, after, limit)),

    /** Deletes proposed changes of leads that no longer exist. */
    forgetGone: () =>
      engine.transact(() =>
        run(sql`delete from replay_leads where not exists (select 1 from leads where leads.id = replay_leads.lead_id)`),
      ),
  };
}
