import { sql } from "kysely";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import type { Engine } from "#server/store/engine.ts";
import { leadOfRow, rowOfLead, type Row } from "#server/store/lead-columns.ts";
import { searchTextOf } from "#server/store/search-text.ts";
import { all, first, type Work } from "#server/store/work.ts";

const REPLACE_SEARCH = "on conflict (id) do update set text = excluded.text where lead_search.text <> excluded.text";

/** A lead, locked against other writers until the transaction ends. */
export function* lockedLead(engine: Engine, id: string): Work<StoredLead | null> {
  const row = yield* first(sql<Row>`select * from leads where id = ${id} ${engine.sql.forUpdate}`);
  return row === null ? null : leadOfRow(row);
}

/** Leads by id, locked, in the order of their ids so that two transactions cannot wait for each other. */
export function* lockedLeads(engine: Engine, ids: readonly string[]): Work<StoredLead[]> {
  const isOneOf = engine.sql.isOneOf("id", ids);
  const rows = yield* all(sql<Row>`select * from leads where ${isOneOf} order by id ${engine.sql.forUpdate}`);
  return rows.map(leadOfRow);
}

/** Inserts leads under these ids. */
export function* insertLeads(engine: Engine, leads: readonly LeadRecord[], ids: readonly string[]): Work<void> {
  yield* engine.sql.insertMany(
    "leads",
    leads.map((lead, index) => rowOfLead({ ...lead, id: ids[index] ?? null })),
  );
  yield* writeSearchTexts(engine, leads, ids);
}

/** Makes what a search looks through that of these leads. */
export function* writeSearchTexts(engine: Engine, leads: readonly LeadRecord[], ids: readonly string[]): Work<void> {
  const texts = leads.map((lead, index) => ({ id: ids[index], text: searchTextOf(lead) }));
  yield* engine.sql.insertMany("lead_search", texts, REPLACE_SEARCH);
}
