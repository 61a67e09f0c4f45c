import type { StoredLead } from "#shared/lead-record.ts";
import { seesLead, seesLivingLead } from "#server/db/engine/seen-lead.ts";
import type { Engine, NewRow } from "#server/db/engine/engine.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import type { LeadField } from "#server/db/leads/lead-columns.ts";
import type { JournalEntry, NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import type { ManyUndo } from "#server/db/journal/undo-kind.ts";
import type { SourceRowWrite } from "#server/db/leads/source-rows.ts";
import { type RecordOf, recordsTable, stored } from "#server/db/engine/table.ts";
import { allIds, firstId, isRowId, run, sql, type Sql, type Work } from "#server/db/engine/sql.ts";

/**
 * Entries about a lead that the account sees or many of which it sees one, its own about many or deleted ones, and
 * others' about no lead.
 */
const SEEN_ENTRIES = `seen.lead_id is not null and ${seesLead("seen.lead_id")}
  or seen.actor = :username and (seen.lead_id is null or seen.kind = 'deleted'
    and not exists (select 1 from leads where leads.id = seen.lead_id))
  or seen.lead_id is null and exists (select 1 from act_changes where act_changes.act_id = seen.id
    and ${seesLivingLead("act_changes.lead_id")})
  or seen.lead_id is null and seen.actor <> 'Rules' and seen.kind in ('rule', 'source', 'website', 'email', 'mailbox',
    'form', 'settings', 'view', 'tag')`;

export const JOURNAL = recordsTable({
  name: "journal",
  fields: {
    kind: stored.plain<JournalEntry["kind"]>(),
    type: stored.plain<JournalEntry["type"]>(),
    title: stored.plain<string>(),
    description: stored.plain<string>(),
    by: stored.plain<string>("actor"),
    at: stored.plain<string>(),
    leadId: stored.id<string | null>(),
    /** The data to undo the action, as JSON; null when it can't be undone. */
    undo: stored.plain<string | null>(),
    undoneAt: stored.plain<string | null>(),
  },
  backup: { sealedWithin: "undo" },
  people: { none: "exported and redacted separately" },
  seen: { where: SEEN_ENTRIES },
});

/** A stored journal entry. */
export type JournalRecord = RecordOf<typeof JOURNAL>;

const RECORDS = recordTable(JOURNAL);

/** Undo data of a bulk action, stored separately for each lead. */
export type LeadUndo = Change | { kind: "removal"; lead: StoredLead; rows: RemovedRow[] };

/** The values of the changed fields before and after. */
export interface Change {
  kind: "change";
  before: Partial<StoredLead>;
  after: Partial<StoredLead>;
}

export type RemovedRow = Pick<SourceRowWrite, "rowKey" | "contentHash"> & { sourceId: string };

export function journalRow(entry: NewJournalEntry, undo: object | null = null): NewRow {
  const { kind, type = "other", title, description = "", by, at } = entry;
  const leadId = entry.leadId != null && isRowId(entry.leadId) ? entry.leadId : null;
  const kept = undo === null ? null : JSON.stringify(undo);
  return RECORDS.rowOf({ kind, type, title, description, by, at, leadId, undo: kept });
}

export function changeOf(before: StoredLead, after: StoredLead, fields: readonly LeadField[]): Change {
  return { kind: "change", before: pick(before, fields), after: pick(after, fields) };
}

function pick(lead: StoredLead, fields: readonly LeadField[]): Partial<StoredLead> {
  return Object.fromEntries(fields.map((field) => [field, lead[field]]));
}

/** Writes an entry and returns its id; `undo` is the undo data, in the format defined in undo-kinds.ts. */
export function* writeJournal(entry: NewJournalEntry, undo: object | null = null): Work<string> {
  const row = journalRow(entry, undo);
  const columns = sql.raw(Object.keys(row).join(", "));
  return String(
    yield* firstId(sql`insert into journal (${columns}) values (${sql.join(Object.values(row))}) returning id`),
  );
}

/** Replaces the texts of an entry. */
export function rewriteJournal(
  id: string,
  { title, description = "" }: Pick<NewJournalEntry, "title" | "description">,
): Work<void> {
  return run(sql`update journal set title = ${title}, description = ${description} where id = ${id}`);
}

/** Entries found by a SELECT with this tail. */
export function findEntries(rest: Sql): Work<JournalRecord[]> {
  return RECORDS.find(rest);
}

export function entryOf({ undo, ...record }: JournalRecord): JournalEntry {
  return { ...record, undoable: undo !== null && record.undoneAt === null, ...leadsOf(undo) };
}

/** How many leads a bulk action affected, and for how many it was undone before the undo was stopped. */
function leadsOf(undo: string | null): Pick<JournalEntry, "leads" | "undoneLeads"> {
  const many = undo?.startsWith('{"kind":"many"') === true ? (JSON.parse(undo) as ManyUndo) : null;
  return { leads: many?.leads, undoneLeads: many?.undone };
}

/** Adds to the undo data of an action written in several transactions. */
export function* keepMore(engine: Engine, actId: string, part: object): Work<void> {
  const act = yield* lockedEntry(engine, actId);
  if (act === null) return;
  const kept: object[] = act.undo === null ? [] : [JSON.parse(act.undo) as object];
  const undo = JSON.stringify({ kind: "several", parts: [...kept, part] });
  yield* run(sql`update journal set undo = ${undo} where id = ${actId}`);
}

/** Journals that an action was undone, and by whom. */
export function* markUndone(
  act: JournalRecord,
  { by, at, description }: Pick<JournalEntry, "by" | "at" | "description">,
): Work<void> {
  yield* run(sql`update journal set undone_at = ${at} where id = ${act.id}`);
  yield* writeJournal({
    kind: "restored",
    title: `Undone: ${act.title}`,
    description,
    by,
    at,
    leadId: act.leadId,
  });
}

/** An entry by its id, locked until the transaction ends. */
export function lockedEntry(engine: Engine, id: string): Work<JournalRecord | null> {
  return RECORDS.one(sql`where id = ${id} ${engine.sql.forUpdate}`);
}

/** Returns the leads that have replied: they are waiting for a response. */
export function* leadsWithReplies(engine: Engine, leadIds: readonly string[]): Work<Set<string>> {
  const isOfThese = engine.sql.isOneOf("lead_id", leadIds);
  return new Set(yield* allIds(sql`select lead_id from journal where ${isOfThese} and kind = 'reply'`));
}

/** Those of the leads that have replied or that someone has commented on: removing one for good would lose that. */
export function* leadsDiscussed(engine: Engine, leadIds: readonly string[]): Work<Set<string>> {
  const commented = sql`select distinct lead_id from lead_comments where ${engine.sql.isOneOf("lead_id", leadIds)}`;
  return new Set([...(yield* leadsWithReplies(engine, leadIds)), ...(yield* allIds(commented))]);
}
