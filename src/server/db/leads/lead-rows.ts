import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import {
  changedFields,
  leadOfRow,
  rowOfFields,
  rowOfLead,
  type LeadField,
  type Row,
} from "#server/db/leads/lead-columns.ts";
import { recordAdded, recordChanged, recordDeleted } from "#server/db/outbox/record-events.ts";
import { searchTextsOf, type SearchedLead } from "#server/db/leads/lead-search.ts";
import { addFieldValues, changeFieldValues, removeFieldValues } from "#server/db/leads/fields/field-values.ts";
import { addLeadTags, changeLeadTags, removeLeadTags } from "#server/db/leads/lead-tags.ts";
import { all, first, run, sql, type Work } from "#server/db/engine/sql.ts";
import type { Seen, Table } from "#server/db/engine/table.ts";

export const LEADS: Table = {
  name: "leads",
  backup: "all",
  people: { none: "exported and erased separately" },
  seen: { where: `seen.owner_key in ('', :owner)` },
};

/** The searched texts; SQLite's full-text index is built from it. */
export const LEAD_SEARCH: Table = {
  name: "lead_search",
  backup: "all",
  people: { none: "written and removed with leads" },
  seen: { leads: ["id"] },
};

/** Tables that triggers and indexes derive from leads and their search texts. */
export const DERIVED_FROM_LEADS: readonly Table[] = [
  derived("lead_keywords", "keywords of rules; written by the triggers of leads", { leads: ["lead_id"] }),
  derived("lead_index", "SQLite's text index, made from lead_search", { isIndex: true }),
  derived("lead_words", "SQLite's word index, made from lead_search", { isIndex: true }),
  derived("lead_word_uses", "a view of the word index", { leads: ["doc"] }),
  derived("lead_trigrams", "a view of the text index", { leads: ["doc"] }),
];

function derived(name: string, from: string, seen: Seen): Table {
  return { name, backup: { skip: from }, people: { none: from }, seen };
}

const SEARCHED = new Set<LeadField>([
  "name",
  "email",
  "company",
  "industry",
  "title",
  "phone",
  "phoneKey",
  "notes",
  "facts",
  "customFields",
  "nextStep",
] satisfies (keyof SearchedLead)[]);

/** A lead, locked against other writers until the transaction ends. */
export function* lockedLead(engine: WorkRunner, id: string): Work<StoredLead | null> {
  const row = yield* first(sql<Row>`select * from leads where id = ${id} ${engine.sql.forUpdate}`);
  return row === null ? null : leadOfRow(row);
}

/** Leads by id, locked in id order so that two transactions can't deadlock. */
export function* lockedLeads(engine: WorkRunner, ids: readonly string[]): Work<StoredLead[]> {
  const isOneOf = engine.sql.isOneOf("id", ids);
  const rows = yield* all(sql<Row>`select * from leads where ${isOneOf} order by id ${engine.sql.forUpdate}`);
  return rows.map(leadOfRow);
}

/** While a thread writes some, the next are prepared. */
const ROWS_AT_ONCE = 250;

/** Inserts leads under these ids and returns their rows. */
export function* insertLeads(
  engine: WorkRunner,
  leads: readonly LeadRecord[],
  ids: readonly string[],
  how: { areRestored?: boolean } = {},
): Work<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < leads.length; at += ROWS_AT_ONCE) {
    const some = leads.slice(at, at + ROWS_AT_ONCE);
    const next = some.map((lead, index) => Object.assign(rowOfLead(lead), { id: ids[at + index] ?? null }));
    yield* engine.sql.insertMany("leads", next);
    rows.push(...next);
  }
  yield* engine.sql.writeSearchTexts(leads.map((lead, index) => ({ id: ids[index] ?? "", ...searchTextsOf(lead) })));
  const marked = leads.map(({ tagMarks, customFields }, index) => ({ id: ids[index] ?? "", tagMarks, customFields }));
  yield* addLeadTags(engine, marked);
  yield* addFieldValues(engine, marked);
  yield* recordAdded(engine, leads, ids, how);
  return rows;
}

/** A lead before and after a change. */
export interface ChangedLead {
  before: StoredLead;
  after: StoredLead;
}

/** Writes all columns in which any of the leads differs from before. */
export function* writeLeads(engine: WorkRunner, changes: readonly ChangedLead[]): Work<void> {
  const fields = [...new Set(changes.flatMap(({ before, after }) => changedFields(before, after)))];
  yield* engine.sql.updateMany(
    "leads",
    changes.map(({ before, after }) => ({
      id: before.id,
      revision: (before.revision ?? 0) + 1,
      ...rowOfFields(after, fields),
    })),
  );
  if (fields.includes("tagMarks")) yield* changeLeadTags(engine, changes);
  if (fields.includes("customFields")) yield* changeFieldValues(engine, changes);
  yield* recordChanged(engine, changes);
  if (!fields.some((field) => SEARCHED.has(field))) return;
  const texts = changes.map(({ before, after }) => ({
    id: before.id,
    now: searchTextsOf(after),
    was: searchTextsOf(before),
  }));
  const changed = texts.filter(({ now, was }) => now.text !== was.text || now.words !== was.words);
  if (changed.length > 0) yield* engine.sql.writeSearchTexts(changed.map(({ id, now }) => ({ id, ...now })));
}

/** Clears email keys that change, so that one write can pass an address from one lead to another in any order. */
export function* freeEmailKeys(engine: WorkRunner, changes: readonly ChangedLead[]): Work<void> {
  const givenUp = changes.filter(({ before, after }) => before.emailKey !== null && before.emailKey !== after.emailKey);
  if (givenUp.length === 0) return;
  const ids = givenUp.map(({ after }) => after.id);
  yield* run(sql`update leads set email_key = null where ${engine.sql.isOneOf("id", ids)}`);
}

/** Deletes leads with their search texts and source rows, and records that unless it is recorded otherwise. */
export function* deleteLeads(
  engine: WorkRunner,
  ids: readonly string[],
  { isRecorded = false }: { isRecorded?: boolean } = {},
): Work<void> {
  if (ids.length === 0) return;
  yield* removeLeadTags(engine, ids);
  yield* removeFieldValues(engine, ids);
  if (!isRecorded) yield* recordDeleted(engine, ids);
  yield* run(sql`delete from source_rows where ${engine.sql.isOneOf("lead_id", ids)}`);
  yield* run(sql`delete from lead_search where ${engine.sql.isOneOf("id", ids)}`);
  yield* run(sql`delete from leads where ${engine.sql.isOneOf("id", ids)}`);
}

/** The leads written by a batch. */
export interface WrittenBatch {
  creates: readonly LeadRecord[];
  /** Rows of the created leads. */
  rows: readonly Row[];
  /** Ids of the created leads, in order. */
  ids: readonly string[];
  updates: readonly ChangedLead[];
  source: { id: string | null };
  /** The lead of each of the batch's rows. */
  rowLeads: ReadonlyMap<string, string | null>;
}
