import { sql } from "kysely";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import type { WorkRunner } from "#server/store/engine.ts";
import { changedFields, leadOfRow, rowOfFields, rowOfLead, type Row } from "#server/store/lead-columns.ts";
import { searchTextOf } from "#server/store/search-text.ts";
import { all, first, run, type Work } from "#server/store/work.ts";

/** A lead, locked against other writers until the transaction ends. */
export function* lockedLead(engine: WorkRunner, id: string): Work<StoredLead | null> {
  const row = yield* first(sql<Row>`select * from leads where id = ${id} ${engine.sql.forUpdate}`);
  return row === null ? null : leadOfRow(row);
}

/** Leads by id, locked, in the order of their ids so that two transactions cannot wait for each other. */
export function* lockedLeads(engine: WorkRunner, ids: readonly string[]): Work<StoredLead[]> {
  const isOneOf = engine.sql.isOneOf("id", ids);
  const rows = yield* all(sql<Row>`select * from leads where ${isOneOf} order by id ${engine.sql.forUpdate}`);
  return rows.map(leadOfRow);
}

/** Inserts leads under these ids, and answers their rows. */
export function* insertLeads(engine: WorkRunner, leads: readonly LeadRecord[], ids: readonly string[]): Work<Row[]> {
  const rows = leads.map((lead, index) => ({ ...rowOfLead(lead), id: ids[index] ?? null }));
  yield* engine.sql.insertMany("leads", rows);
  yield* engine.sql.writeSearchTexts(leads.map((lead, index) => ({ id: ids[index] ?? "", text: searchTextOf(lead) })));
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
  const texts = changes.map(({ before, after }) => ({
    id: before.id,
    text: searchTextOf(after),
    was: searchTextOf(before),
  }));
  const changed = texts.filter(({ text, was }) => text !== was).map(({ id, text }) => ({ id, text }));
  if (changed.length > 0) yield* engine.sql.writeSearchTexts(changed);
}

/** An address that one lead gives up may be another's in the same write, whichever is written first. */
export function* freeEmailKeys(engine: WorkRunner, changes: readonly ChangedLead[]): Work<void> {
  const givenUp = changes.filter(({ before, after }) => before.emailKey !== null && before.emailKey !== after.emailKey);
  if (givenUp.length === 0) return;
  const ids = givenUp.map(({ after }) => after.id);
  yield* run(sql`update leads set email_key = null where ${engine.sql.isOneOf("id", ids)}`);
}

/** Deletes leads with their search texts and source rows. */
export function* deleteLeads(engine: WorkRunner, ids: readonly string[]): Work<void> {
  if (ids.length === 0) return;
  yield* run(sql`delete from source_rows where ${engine.sql.isOneOf("lead_id", ids)}`);
  yield* run(sql`delete from lead_search where ${engine.sql.isOneOf("id", ids)}`);
  yield* run(sql`delete from leads where ${engine.sql.isOneOf("id", ids)}`);
}
