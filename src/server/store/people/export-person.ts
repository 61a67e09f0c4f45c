import type { WorkRunner } from "#server/store/engine.ts";
import { identify, type PersonIdentity } from "#server/store/people/person-identity.ts";
import { journalOf, leadsMentioning } from "#server/store/people/person-history.ts";
import { personalRows, personalTables, textsOf } from "#server/store/people/personal-rows.ts";
import type { PersonalRow, PersonalTable } from "#server/store/people/personal-tables.ts";

/** Records by what people call their kind. */
export type PersonRecords = Record<string, Record<string, unknown>[]>;

/** How much is shown around an address in what is somebody else's. */
const AROUND = 300;

/** Everything that is stored of a person. What is somebody else's is shown around the address alone. */
export async function exportPerson(engine: WorkRunner, emailKey: string): Promise<PersonRecords> {
  const person = await engine.run(() => identify(engine, emailKey));
  const records: PersonRecords = {};
  const add = (kind: string, shown: Record<string, unknown>): void => void (records[kind] ??= []).push(shown);
  for (const lead of person.leads) add("Leads", { ...lead });
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
  for (const [name, table] of await engine.run(() => personalTables(engine))) {
    for (const { row, isTheirs } of await personalRows(engine, name, table, person)) {
      add(table.kind, isTheirs ? ownRow(table, row) : mentionIn(table, row, person));
    }
  }
  return records;
}

function ownRow(table: PersonalTable, row: PersonalRow): Record<string, unknown> {
  const { hidden = [] } = table;
  return opened(Object.fromEntries(Object.entries(row).filter(([column]) => !hidden.includes(column))));
}

function mentionIn(table: PersonalTable, row: PersonalRow, person: PersonIdentity): Record<string, unknown> {
  const key = Object.fromEntries(table.key.map((column) => [column, row[column]]));
  return { ...key, excerpts: excerptsOf(textsOf(table, row), person) };
}

/** Lists and structures that are kept as text, as what they are. */
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
