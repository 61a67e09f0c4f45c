import { LEAD_FIELDS, LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { leadOfRow } from "#server/db/leads/lead-columns.ts";
import type { PersonIdentity } from "#server/db/people/person-identity.ts";
import { containsAny, rowsInParts } from "#server/db/people/personal-rows.ts";
import type { StoredRow } from "#server/db/engine/table.ts";
import { sql } from "#server/db/engine/sql.ts";

/** A journal entry that involves the person. */
export interface HistoryRow {
  row: StoredRow;
  /** Whether the entry is about them; otherwise it is about something else and mentions them. */
  isTheirs: boolean;
}

const ENTRIES_AT_ONCE = 5_000;
const LEADS_AT_ONCE = 1_000;
/** The columns of a lead that may contain someone else's address. */
const LEAD_TEXTS = [
  ...LEAD_TEXT_FIELDS.map((field) => LEAD_FIELDS[field].column),
  "next_step",
  "source_data",
  "raw_data",
  "facts",
  "provenance",
  "origins",
  "score_parts",
  "other_values",
  "custom_fields",
];

/** Finds a person's journal entries: by their leads, by their name in the texts, and by what undo would restore. */
export async function journalOf(engine: WorkRunner, person: PersonIdentity): Promise<HistoryRow[]> {
  const { leadIds, names, marks } = person;
  const named = [...marks.needles, ...names.map((name) => name.toLowerCase())];
  const kept = [...marks.needles, ...leadIds.flatMap((id) => [`"leadid":"${id}"`, `"id":"${id}"`])];
  const those = sql`${engine.sql.isOneOf("lead_id", leadIds)}
    or ${containsAny(engine, ["title", "description"], named)} or ${containsAny(engine, ["undo"], kept)}`;
  const found: HistoryRow[] = [];
  for await (const rows of rowsInParts(engine, "journal", those, ENTRIES_AT_ONCE)) {
    for (const row of rows) {
      const isTheirs = leadIds.includes(String(row["lead_id"]));
      if (isTheirs || isNamed(row, person) || keeps(row, person)) found.push({ row, isTheirs });
    }
  }
  return found;
}

/** Whether an entry's texts name them. */
export function isNamed(row: StoredRow, { marks, names }: PersonIdentity): boolean {
  const text = `${String(row["title"])}\n${String(row["description"])}`;
  return marks.isIn(text) || names.some((name) => text.toLowerCase().includes(name.toLowerCase()));
}

/** Whether undoing an entry's action would restore some of their data. */
export function keeps({ undo }: StoredRow, { marks, leadIds }: PersonIdentity): boolean {
  if (typeof undo !== "string") return false;
  return marks.isIn(undo) || leadIds.some((id) => undo.includes(`"leadId":"${id}"`) || undo.includes(`"id":"${id}"`));
}

/** Other people's leads with one of the person's addresses in a text. */
export async function leadsMentioning(engine: WorkRunner, { leadIds, marks }: PersonIdentity): Promise<StoredLead[]> {
  const found: StoredLead[] = [];
  const those = containsAny(engine, LEAD_TEXTS, marks.needles);
  for await (const rows of rowsInParts(engine, "leads", those, LEADS_AT_ONCE)) {
    const leads = rows.map(leadOfRow);
    found.push(...leads.filter((lead) => !leadIds.includes(lead.id) && marks.isIn(JSON.stringify(lead))));
  }
  return found;
}
