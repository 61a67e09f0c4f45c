import { sql } from "kysely";
import { setImmediate } from "node:timers/promises";
import type { StoredLead } from "#shared/lead-record.ts";
import type { WorkRunner } from "#server/store/engine.ts";
import { leadOfRow, type Row } from "#server/store/lead-columns.ts";
import type { PersonIdentity } from "#server/store/people/person-identity.ts";
import { containsAny } from "#server/store/people/personal-rows.ts";
import type { PersonalRow } from "#server/store/people/personal-tables.ts";
import { all, first } from "#server/store/work.ts";

/** An entry of the journal with somebody in it. */
export interface HistoryRow {
  row: PersonalRow;
  /** It tells of them; otherwise of somebody or something else, and names them. */
  isTheirs: boolean;
}

const ENTRIES_AT_ONCE = 5_000;
const LEADS_AT_ONCE = 1_000;
/** The columns of a lead in which somebody else's address may stand. */
const LEAD_TEXTS = [
  "name",
  "email",
  "company",
  "title",
  "phone",
  "notes",
  "source_data",
  "raw_data",
  "facts",
  "provenance",
  "score_parts",
  "other_values",
] as const;

/** What the history says of a person: by their leads, by their name in its words, and in what undoing would bring back. */
export async function journalOf(engine: WorkRunner, person: PersonIdentity): Promise<HistoryRow[]> {
  const { leadIds, names, marks } = person;
  const named = [...marks.needles, ...names.map((name) => name.toLowerCase())];
  const kept = [...marks.needles, ...leadIds.flatMap((id) => [`"leadid":"${id}"`, `"id":"${id}"`])];
  const those = sql`${engine.sql.isOneOf("lead_id", leadIds)}
    or ${containsAny(engine, ["title", "description"], named)} or ${containsAny(engine, ["undo"], kept)}`;
  const found: HistoryRow[] = [];
  for (let from = 0, last = await lastId(engine, "journal"); from < last; from += ENTRIES_AT_ONCE) {
    const within = sql`id > ${from} and id <= ${from + ENTRIES_AT_ONCE}`;
    const rows = await engine.run(() => all(sql<PersonalRow>`select * from journal where ${within} and (${those})`));
    for (const row of rows) {
      const isTheirs = leadIds.includes(String(row["lead_id"]));
      if (isTheirs || isNamed(row, person) || keeps(row, person)) found.push({ row, isTheirs });
    }
    await setImmediate();
  }
  return found;
}

/** Whether an entry names them in its own words. */
export function isNamed(row: PersonalRow, { marks, names }: PersonIdentity): boolean {
  const text = `${String(row["title"])}\n${String(row["description"])}`;
  return marks.isIn(text) || names.some((name) => text.toLowerCase().includes(name.toLowerCase()));
}

/** Whether undoing an entry's act would bring back something of them. */
export function keeps({ undo }: PersonalRow, { marks, leadIds }: PersonIdentity): boolean {
  if (typeof undo !== "string") return false;
  return marks.isIn(undo) || leadIds.some((id) => undo.includes(`"leadId":"${id}"`) || undo.includes(`"id":"${id}"`));
}

/** The leads of others with an address of theirs in a text. */
export async function leadsMentioning(engine: WorkRunner, { leadIds, marks }: PersonIdentity): Promise<StoredLead[]> {
  const found: StoredLead[] = [];
  const those = containsAny(engine, LEAD_TEXTS, marks.needles);
  for (let from = 0, last = await lastId(engine, "leads"); from < last; from += LEADS_AT_ONCE) {
    const within = sql`id > ${from} and id <= ${from + LEADS_AT_ONCE}`;
    const rows = await engine.run(() => all(sql<Row>`select * from leads where ${within} and (${those})`));
    const leads = rows.map(leadOfRow);
    found.push(...leads.filter((lead) => !leadIds.includes(lead.id) && marks.isIn(JSON.stringify(lead))));
    await setImmediate();
  }
  return found;
}

async function lastId(engine: WorkRunner, table: "journal" | "leads"): Promise<number> {
  const last = sql<{ id: string | number | null }>`select max(id) as id from ${sql.table(table)}`;
  return Number((await engine.run(() => first(last)))?.id ?? 0);
}
