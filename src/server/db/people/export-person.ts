import type { WorkRunner } from "#server/db/engine/engine.ts";
import { recordTable } from "#server/db/engine/record-table.ts";
import { LEAD_FIELD_TABLE } from "#server/db/leads/lead-fields.ts";
import { tagCells } from "#server/db/leads/lead-tags.ts";
import { identify, type PersonIdentity } from "#server/db/people/person-identity.ts";
import { journalOf, leadsMentioning } from "#server/db/people/person-history.ts";
import { PERSONAL_TABLES, personalRows, textsOf } from "#server/db/people/personal-rows.ts";
import type { PersonalData, StoredRow } from "#server/db/engine/table.ts";

/** Records by the user-facing name of their kind. */
export type PersonRecords = Record<string, Record<string, unknown>[]>;

/** Characters of other people's data shown around an address. */
const AROUND = 300;

/** Exports everything stored about a person. Other people's data is only shown around the address. */
export async function exportPerson(engine: WorkRunner, emailKey: string): Promise<PersonRecords> {
  const person = await engine.run(() => identify(engine, emailKey));
  const records: PersonRecords = {};
  const add = (kind: string, shown: Record<string, unknown>): void => void (records[kind] ??= []).push(shown);
  const tagsOf = await engine.run(tagCells);
  const fields = await engine.run(() => recordTable(LEAD_FIELD_TABLE).list());
  for (const lead of person.leads) {
    const values = fields.flatMap(({ id, name }) =>
      lead.customFields.filter((one) => one.id === Number(id)).map(({ value }) => [name, value] as const),
    );
    add("Leads", { ...lead, tags: tagsOf(JSON.stringify(lead.tagMarks)), fields: Object.fromEntries(values) });
  }
  for (const lead of await leadsMentioning(engine, person)) {
    add("Mentioned in other leads", { id: lead.id, excerpts: excerptsOf([JSON.stringify(lead)], person) });
  }
  for (const { row, isTheirs } of await journalOf(engine, person)) {
    const { undo, ...entry } = row;
    add(
      "History",
      isTheirs
        ? opened({ ...entry, undo })
        : { ...entry, undo: excerptsOf(typeof undo === "string" ? [undo] : [], person) },
    );
  }
  for (const [name, table] of PERSONAL_TABLES) {
    for (const { row, isTheirs } of await personalRows(engine, name, table, person)) {
      add(table.kind, isTheirs ? ownRow(table, row) : mentionIn(table, row, person));
    }
  }
  return records;
}

function ownRow(table: PersonalData, row: StoredRow): Record<string, unknown> {
  const { hidden = [] } = table;
  return opened(Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.includes(column))));
}

function mentionIn(table: PersonalData, row: StoredRow, person: PersonIdentity): Record<string, unknown> {
  const key = Object.fromEntries(table.key.map((column) => [column, row[column]]));
  return { ...key, excerpts: excerptsOf(textsOf(table, row), person) };
}

/** Parses lists and objects stored as JSON text. */
function opened(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (typeof value !== "string" || !/^[[{]/u.test(value)) return [column, value];
      try {
        return [column, JSON.parse(value) as unknown];
      } catch {
        return [column, value];
      }
    }),
  );
}

function excerptsOf(texts: readonly string[], { marks }: PersonIdentity): string[] {
  return texts.flatMap((text) => marks.places(text).map((at) => text.slice(Math.max(0, at - AROUND), at + AROUND)));
}
