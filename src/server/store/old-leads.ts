import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { writeJournal } from "#server/store/journal-rows.ts";
import { buryAliases } from "#server/store/lead-removal.ts";
import { deleteLeads } from "#server/store/lead-rows.ts";
import type { NewJournalEntry } from "#server/store/types.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** Where a walk through old leads has come to. */
export interface OldLeadCursor {
  updatedAt: string;
  id: string;
}

export interface OldLeadPage {
  /** Those of the page that nothing has happened to since, approved ones left out. */
  ids: string[];
  /** When something last happened to the first of them. */
  oldest: string | null;
  /** Where the next page starts; null on the last. */
  next: OldLeadCursor | null;
}

/** A look for old leads, and the days of retention that it announced. */
export interface RemovalNotice {
  at: string;
  retentionDays: number;
}

/** Leads that nothing has happened to for long, and what was announced of their removal. */
export interface OldLeadStore {
  /** The leads last touched before `before`, the oldest first, `limit` looked at. */
  page(before: string, after: OldLeadCursor | null, limit: number): Promise<OldLeadPage>;
  /**
   * Removes those leads of a page, for good: what else is stored of them goes with them, and only a tombstone remains,
   * so that no source brings them back. One transaction, with one journal entry for all pages of a removal: the first
   * call makes it and answers its id, the others say with `entryId` which it is.
   */
  removePage(
    before: string,
    after: OldLeadCursor | null,
    limit: number,
    told: { entryId: string | null; entry: (removed: number) => NewJournalEntry },
  ): Promise<OldLeadPage & { entryId: string | null }>;
  /** Oldest first. */
  notices(): Promise<RemovalNotice[]>;
  /** Keeps these notices and no others. */
  writeNotices(notices: readonly RemovalNotice[]): Promise<void>;
}

export function oldLeadStore(engine: Engine): OldLeadStore {
  return {
    page: (before, after, limit) => engine.run(() => pageOf(engine, before, after, limit)),

    removePage: (before, after, limit, { entryId, entry }) =>
      engine.transact(function* () {
        const page = yield* pageOf(engine, before, after, limit, true);
        if (page.ids.length === 0) return { ...page, entryId };
        yield* forget(engine, page.ids);
        const told = entry(page.ids.length);
        if (entryId === null) return { ...page, entryId: yield* writeJournal(engine, told) };
        const { title, description } = told;
        yield* run(engine.build.updateTable("journal").set({ title, description }).where("id", "=", entryId));
        return { ...page, entryId };
      }),

    async notices() {
      const rows = await engine.run(() => all(engine.build.selectFrom("removal_notices").selectAll().orderBy("at")));
      return rows.map(({ at, retention_days }) => ({ at, retentionDays: retention_days }));
    },

    writeNotices: (notices) =>
      engine.transact(function* () {
        yield* run(engine.build.deleteFrom("removal_notices"));
        const rows = notices.map(({ at, retentionDays }) => ({ at, retention_days: retentionDays }));
        yield* engine.sql.insertMany("removal_notices", rows);
      }),
  };
}

function* pageOf(
  engine: Engine,
  before: string,
  after: OldLeadCursor | null,
  limit: number,
  toChange = false,
): Work<OldLeadPage> {
  // The status stands in the text, because the index holds only leads that are not approved.
  const rest = after === null ? sql`` : sql`and (updated_at, id) > (${after.updatedAt}, ${after.id})`;
  const rows = yield* all(
    sql<{ id: string | number; updated_at: string }>`
      select id, updated_at from leads where status <> 'approved' and updated_at < ${before} ${rest}
      order by updated_at, id limit ${limit} ${toChange ? engine.sql.forUpdate : sql``}`,
  );
  const leads = rows.map(({ id, updated_at }) => ({ id: String(id), updatedAt: updated_at }));
  const touched = yield* touchedSince(engine, leads, before);
  const old = leads.filter(({ id }) => !touched.has(id));
  return {
    ids: old.map(({ id }) => id),
    oldest: old[0]?.updatedAt ?? null,
    next: leads.length < limit ? null : (leads.at(-1) ?? null),
  };
}

/** Not all that happens to a lead changes it: a reply is only on its timeline. */
function* touchedSince(engine: Engine, leads: readonly { id: string }[], since: string): Work<Set<string>> {
  if (leads.length === 0) return new Set();
  const isOfThese = engine.sql.isOneOf(
    "lead_id",
    leads.map(({ id }) => id),
  );
  const rows = yield* all(
    sql<{ lead_id: string | number }>`select distinct lead_id from journal where ${isOfThese} and at >= ${since}`,
  );
  return new Set(rows.map(({ lead_id }) => String(lead_id)));
}

/** Deletes leads and what was written of them elsewhere: the timeline, imports, submissions and messages. */
function* forget(engine: Engine, ids: readonly string[]): Work<void> {
  const isLead = engine.sql.isOneOf("id", ids);
  const aliases = engine.build.selectFrom("lead_aliases").select("old_id");
  const merged = yield* all(aliases.where(engine.sql.isOneOf("lead_id", ids)));
  // What was written of a lead before it was merged into one of these stands under its own id.
  const isOfLead = engine.sql.isOneOf("lead_id", [...ids, ...merged.map(({ old_id }) => String(old_id))]);
  const stones = sql`insert into tombstones (kind, source_id, key, lead_id)`;
  const once = sql`on conflict (kind, source_id, key, lead_id) do nothing`;
  yield* run(
    sql`${stones} select 'email', 0, email_key, id from leads where ${isLead} and email_key is not null ${once}`,
  );
  yield* run(
    sql`${stones} select 'phone', 0, phone_key, id from leads where ${isLead} and phone_key is not null ${once}`,
  );
  yield* run(sql`${stones} select 'row', source_id, row_key, lead_id from source_rows where ${isOfLead} ${once}`);
  yield* buryAliases(engine, ids);
  yield* run(sql`delete from lead_aliases where ${isOfLead}`);
  yield* run(sql`delete from journal where ${isOfLead}`);
  yield* run(sql`delete from lead_turns where ${isOfLead}`);
  yield* run(sql`delete from import_changes where ${isOfLead} and undo is not null`);
  yield* run(sql`delete from act_changes where ${isOfLead}`);
  yield* run(sql`delete from replay_leads where ${isOfLead}`);
  yield* run(sql`update form_submissions set body = '', lead_name = '' where ${isOfLead}`);
  yield* run(sql`delete from follow_up_questions where ${isOfLead}`);
  // Who gets a message may unsubscribe by it for ever: its token and the address in its normal form stay.
  yield* run(sql`update follow_up_messages set recipient = '', subject = '' where ${isOfLead}`);
  // A message keeps its key, sender and date, by which it is known when a mailbox shows it again.
  yield* run(
    sql`update processed_emails
      set lead_name = '', subject = '', reason = 'Removed with its lead', reasons = '[]', analysis = null
      where ${isOfLead}`,
  );
  yield* deleteLeads(engine, ids);
}
