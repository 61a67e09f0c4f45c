import type { Engine } from "#server/db/engine/engine.ts";
import { rewriteJournal, writeJournal } from "#server/db/journal/journal-rows.ts";
import { buryAliases } from "#server/db/lead-changes/lead-removal.ts";
import { deleteLeads } from "#server/db/leads/lead-rows.ts";
import type { NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { type RecordOf, rowCodec, stored, type StoredRow, type Table } from "#server/db/engine/table.ts";
import { all, allIds, run, sql, type Work } from "#server/db/engine/sql.ts";

export const REMOVAL_NOTICES: Table = { name: "removal_notices", backup: "all", people: { none: "dates" } };

/** Position of a scan through old leads. */
export interface OldLeadCursor {
  updatedAt: string;
  id: string;
}

export interface OldLeadPage {
  /** Leads of the page with no activity since and no next step planned then or later, except approved ones. */
  ids: string[];
  /** The last activity, or planned next step, of the one where it's longest ago. */
  oldest: string | null;
  /** Where the next page starts; null after the last. */
  next: OldLeadCursor | null;
}

const NOTICE_CODEC = rowCodec({ at: stored.plain<string>(), retentionDays: stored.plain<number>() });

/** A check for old leads, and the retention in days that it announced. */
export type RemovalNotice = RecordOf<typeof NOTICE_CODEC>;

/** Leads without recent activity, and the announcements of their removal. */
export function oldLeadStore(engine: Engine) {
  return {
    /** Leads last touched before `before`, oldest first; examines `limit` leads. */
    page: (before: string, after: OldLeadCursor | null, limit: number) =>
      engine.run(() => pageOf(engine, before, after, limit)),

    /**
     * Permanently removes the old leads of a page with all related records; only tombstones remain, so that no source
     * recreates them. Runs in one transaction. All pages of a removal share a journal entry: the first call creates it
     * and returns its id, and later calls pass it as `entryId`.
     */
    removePage: (
      before: string,
      after: OldLeadCursor | null,
      limit: number,
      { entryId, entry }: { entryId: string | null; entry: (removed: number) => NewJournalEntry },
    ) =>
      engine.transact(function* () {
        const page = yield* pageOf(engine, before, after, limit, true);
        if (page.ids.length === 0) return { ...page, entryId };
        yield* forget(engine, page.ids);
        const latest = entry(page.ids.length);
        if (entryId === null) return { ...page, entryId: yield* writeJournal(latest) };
        yield* rewriteJournal(entryId, latest);
        return { ...page, entryId };
      }),

    /**
     * Permanently removes what is still stored about up to `limit` leads that were deleted before `before` and are not
     * restored; only tombstones remain. Returns their number.
     */
    forgetDeleted: (before: string, limit: number) =>
      engine.transact(function* () {
        const removal = '{"kind":"removal"%';
        const gone = sql`not exists (select 1 from leads where leads.id = lead_id)`;
        const ids = yield* allIds(sql`
          select lead_id from journal
          where undo like ${removal} and at < ${before} and undone_at is null and ${gone}
          union all select lead_id from act_changes
          where act_id in (select id from journal where undo is not null and at < ${before})
            and undo like ${removal} and ${gone}
          limit ${limit}`);
        if (ids.length > 0) yield* forget(engine, ids);
        return ids.length;
      }),

    /** Oldest first. */
    async notices(): Promise<RemovalNotice[]> {
      const rows = await engine.run(() => all(sql<StoredRow>`select * from removal_notices order by at`));
      return rows.map(NOTICE_CODEC.toRecord);
    },

    /** Replaces all stored notices. */
    writeNotices: (notices: readonly RemovalNotice[]) =>
      engine.transact(function* () {
        yield* run(sql`delete from removal_notices`);
        yield* engine.sql.insertMany("removal_notices", notices.map(NOTICE_CODEC.toRow));
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
  // The status is a literal because the partial index only covers leads that aren't approved.
  const rest = after === null ? sql`` : sql`and (updated_at, id) > (${after.updatedAt}, ${after.id})`;
  const rows = yield* all(
    sql<{ id: string | number; updated_at: string; planned_at: string | null }>`
      select id, updated_at, next_step_remind_at as planned_at from leads
      where status <> 'approved' and updated_at < ${before} ${rest}
      order by updated_at, id limit ${limit} ${toChange ? engine.sql.forUpdate : sql``}`,
  );
  const leads = rows.map(({ id, updated_at, planned_at }) => ({
    id: String(id),
    updatedAt: updated_at,
    plannedAt: planned_at ?? "",
  }));
  const touched = yield* touchedSince(engine, leads, before);
  const old = leads.filter(({ id, plannedAt }) => plannedAt < before && !touched.has(id));
  const last = leads.length < limit ? undefined : leads.at(-1);
  return {
    ids: old.map(({ id }) => id),
    oldest:
      old.map(({ updatedAt, plannedAt }) => (plannedAt > updatedAt ? plannedAt : updatedAt)).toSorted()[0] ?? null,
    next: last === undefined ? null : { id: last.id, updatedAt: last.updatedAt },
  };
}

/** Some activity doesn't change the lead itself: a reply is only on its timeline. */
function* touchedSince(engine: Engine, leads: readonly { id: string }[], since: string): Work<Set<string>> {
  if (leads.length === 0) return new Set();
  const isOfThese = engine.sql.isOneOf(
    "lead_id",
    leads.map(({ id }) => id),
  );
  return new Set(yield* allIds(sql`select distinct lead_id from journal where ${isOfThese} and at >= ${since}`));
}

/** Deletes leads and their records elsewhere: timeline, comments, imports, submissions and messages. */
function* forget(engine: Engine, ids: readonly string[]): Work<void> {
  const isLead = engine.sql.isOneOf("id", ids);
  const merged = yield* allIds(sql`select old_id from lead_aliases where ${engine.sql.isOneOf("lead_id", ids)}`);
  // Records from before a merge are stored under the merged lead's own id.
  const isOfLead = engine.sql.isOneOf("lead_id", [...ids, ...merged]);
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
  for (const table of ["lead_turns", "lead_assignments", "lead_comments"]) {
    yield* run(sql`delete from ${sql.ref(table)} where ${isOfLead}`);
  }
  yield* run(sql`delete from import_changes where ${isOfLead} and undo is not null`);
  yield* run(sql`delete from act_changes where ${isOfLead}`);
  yield* run(sql`delete from replay_leads where ${isOfLead}`);
  yield* run(sql`update form_submissions set body = '', lead_name = '' where ${isOfLead}`);
  yield* run(sql`delete from follow_up_questions where ${isOfLead}`);
  // Unsubscribe links never expire, so the token and the normalized address stay.
  yield* run(sql`update follow_up_messages set recipient = '', subject = '' where ${isOfLead}`);
  // The key, sender and date stay: they identify the message when a mailbox lists it again.
  yield* run(
    sql`update processed_emails
      set lead_name = '', subject = '', reason = 'Removed with its lead', reasons = '[]', analysis = null,
        model_reading = null
      where ${isOfLead}`,
  );
  yield* deleteLeads(engine, ids);
}
