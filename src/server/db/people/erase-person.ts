import type { StoredLead } from "#shared/lead-record.ts";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { deleteLeads, lockedLeads, writeLeads } from "#server/db/leads/lead-rows.ts";
import { blockErased, erasedAddress, forgetUnfinished, rememberErased } from "#server/db/erasure/erased-keys.ts";
import { isNamed, journalOf, keeps, leadsMentioning, type HistoryRow } from "#server/db/people/person-history.ts";
import { identify, type PersonIdentity } from "#server/db/people/person-identity.ts";
import {
  containsAny,
  isOf,
  isRow,
  PERSONAL_TABLES,
  personalRows,
  type FoundRow,
  withRowsSince,
} from "#server/db/people/personal-rows.ts";
import { withoutRowsOfFile } from "#server/db/imports/import-records.ts";
import type { PersonalData, StoredRow } from "#server/db/engine/table.ts";
import { recordDeleted } from "#server/db/outbox/record-events.ts";
import { makeAllStale } from "#server/db/rules/rescore-wanted.ts";
import { all, first, run, sql, type Work } from "#server/db/engine/sql.ts";

/** The result of an erasure: number of records of each kind, and the leads deleted or changed. */
export interface Erased {
  counts: Record<string, number>;
  leadIds: string[];
}

const SOMEBODY = "Erased person";
const NOT_UNDOABLE = "This can't be undone because it would restore an erased person.";

interface Found {
  history: HistoryRow[];
  others: StoredLead[];
  tables: ReadonlyMap<string, FoundRow[]>;
}

/**
 * Erases a person. First stores hashes of their keys, so that nothing adds them again in the meantime; then erases
 * everything in one transaction. If the process dies between the two, the data is all still there and the erasure can
 * be repeated. Throws too_many_records, with nothing changed.
 */
export async function erasePerson(engine: WorkRunner, emailKey: string, at: string): Promise<Erased> {
  await blockErased(engine, (await engine.run(() => identify(engine, emailKey))).keys);
  const person = await engine.run(() => identify(engine, emailKey));
  // Takes minutes for a million leads: what arrives in a table that was already searched has to be refused.
  const found = await findAll(engine, person).catch(async (error: unknown) => {
    await engine.transact(() => forgetUnfinished(emailKey));
    throw error;
  });
  const erased = await engine.transact(() => erase(engine, emailKey, found, at));
  const changed = [...found.tables].flatMap(([name, rows]) => (rows.length > 0 ? name : []));
  await engine.scrub(["leads", "lead_search", "lead_field_values", "journal", ...changed]);
  return erased;
}

async function findAll(engine: WorkRunner, person: PersonIdentity): Promise<Found> {
  const tables = new Map<string, FoundRow[]>();
  for (const [name, table] of PERSONAL_TABLES) tables.set(name, await personalRows(engine, name, table, person));
  return { tables, history: await journalOf(engine, person), others: await leadsMentioning(engine, person) };
}

function* erase(engine: WorkRunner, emailKey: string, found: Found, at: string): Work<Erased> {
  // Repeated, because a lead may have arrived since.
  const person = yield* identify(engine, emailKey);
  yield* rememberErased(engine, person.keys, at);
  const counts: Record<string, number> = {};
  const count = (kind: string, more: number): void => {
    if (more > 0) counts[kind] = (counts[kind] ?? 0) + more;
  };
  const theirs = yield* lockedLeads(
    engine,
    person.leads.map(({ id }) => id),
  );
  yield* erasePages(engine, person, count);
  yield* eraseSamples(engine, person);
  const rows = new Map<string, StoredRow[]>();
  for (const [name, table] of PERSONAL_TABLES) {
    rows.set(name, yield* withRowsSince(engine, name, table, person, found.tables.get(name) ?? []));
  }
  const theirIds = theirs.map(({ id }) => id);
  // While their source rows are known, which tell whose sheets show them.
  yield* recordDeleted(engine, theirIds);
  for (const [name, table] of PERSONAL_TABLES) {
    let done = 0;
    for (const row of rows.get(name) ?? []) done += yield* eraseRow(name, table, row, person);
    count(table.kind, done);
  }
  yield* eraseAddresses(person);
  const ofTheirs = sql<StoredRow>`select * from journal where ${engine.sql.isOneOf("lead_id", [...person.leadIds])}`;
  for (const row of [...found.history.map((one) => one.row), ...(yield* all(ofTheirs))]) yield* eraseEntry(row, person);
  count("History", found.history.length);
  const others = yield* lockedLeads(
    engine,
    found.others.map(({ id }) => id),
  );
  yield* writeLeads(
    engine,
    others.map((before) => ({ before, after: withoutPerson(before, person) })),
  );
  if (others.length > 0) yield* makeAllStale();
  count("Mentioned in other leads", others.length);
  yield* deleteLeads(engine, theirIds, { isRecorded: true });
  count("Leads", theirs.length);
  // The lead triggers queue changed leads for comparison, which erased ones no longer need.
  yield* run(sql`delete from duplicate_changes where ${engine.sql.isOneOf("lead_id", [...person.leadIds])}`);
  return { counts, leadIds: [...theirs, ...others].map(({ id }) => id) };
}

/** Erases a row as its table declares; returns the number of rows, 0 when it no longer exists. */
function* eraseRow(name: string, table: PersonalData, found: StoredRow, person: PersonIdentity): Work<number> {
  const row = yield* first(sql<StoredRow>`select * from ${sql.ref(name)} where ${isRow(table, found)}`);
  if (row === null) return 0;
  const ending = isOf(table, row, person) ? table.ofPerson : (table.mentioning ?? table.ofPerson);
  if (ending === "delete") {
    yield* run(sql`delete from ${sql.ref(name)} where ${isRow(table, found)}`);
    return 1;
  }
  const redacted = table.texts.flatMap((column): [string, unknown][] => {
    const text = row[column];
    return typeof text === "string" && person.marks.isIn(text) ? [[column, person.marks.erase(text)]] : [];
  });
  const own = table.own;
  // The owner's address is replaced by a pseudonym, not a mark; see eraseAddresses.
  const kept = ending === "redact" ? redacted : redacted.filter(([column]) => column !== own);
  const put = ending === "redact" ? {} : typeof ending === "function" ? ending(row) : ending;
  const clean = (value: unknown): unknown => (typeof value === "string" ? person.marks.erase(value) : value);
  const values = [...kept, ...Object.entries(put).map(([column, value]) => [column, clean(value)] as const)];
  const set = Object.entries(Object.fromEntries(values)).filter(([column]) => !table.key.includes(column));
  if (set.length === 0) return 1;
  const assignments = sql.join(set.map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  yield* run(sql`update ${sql.ref(name)} set ${assignments} where ${isRow(table, found)}`);
  return 1;
}

/** Replaces the addresses with pseudonyms, so that unsubscribes persist, including through links in sent messages. */
function* eraseAddresses({ keys }: PersonIdentity): Work<void> {
  for (const { kind, key } of keys) {
    if (kind !== "email") continue;
    const instead = yield* erasedAddress(key);
    yield* run(sql`update follow_up_messages set address_key = ${instead} where address_key = ${key}`);
    const unsubscribed = yield* first(sql`select address from mail_suppressions where address = ${instead}`);
    if (unsubscribed === null) {
      yield* run(sql`update mail_suppressions set address = ${instead}, reason = '' where address = ${key}`);
    } else yield* run(sql`delete from mail_suppressions where address = ${key}`);
  }
}

/** Deletes pages with one of the person's rows, even without their address. */
function* erasePages(
  engine: WorkRunner,
  { keys }: PersonIdentity,
  count: (kind: string, more: number) => void,
): Work<void> {
  const rowKeys = keys.flatMap(({ kind, key }) => (kind === "row" ? [JSON.stringify(key).toLowerCase()] : []));
  if (rowKeys.length === 0) return;
  const pages = yield* all(
    sql<{ target_id: string | number; url: string }>`
      select target_id, url from scrape_pages where ${containsAny(engine, ["row_keys"], rowKeys)}`,
  );
  for (const { target_id, url } of pages) {
    yield* run(sql`delete from scrape_pages where target_id = ${target_id} and url = ${url}`);
    const kept = yield* all(
      sql`delete from page_sources where target_id = ${target_id} and url = ${url} returning url`,
    );
    count("Stored pages", kept.length);
  }
  count("Scraped pages", pages.length);
}

/** Deletes sample rows of the files that contained the person, even without an address in them. */
function* eraseSamples(engine: WorkRunner, { leadIds }: PersonIdentity): Work<void> {
  const imports = yield* all(
    sql<{ id: string | number; file_columns: string }>`
      select id, file_columns from imports where id in (
        select import_id from import_changes where ${engine.sql.isOneOf("lead_id", [...leadIds])})`,
  );
  for (const row of imports) {
    const { preview, file_columns } = withoutRowsOfFile({ ...row });
    yield* run(sql`update imports set preview = ${preview}, file_columns = ${file_columns} where id = ${row.id}`);
  }
}

function* eraseEntry(found: StoredRow, person: PersonIdentity): Work<void> {
  const row = yield* first(sql<StoredRow>`select * from journal where id = ${found["id"]}`);
  if (row === null) return;
  if (person.leadIds.includes(String(row["lead_id"]))) {
    const description = row["undo"] === null ? "" : NOT_UNDOABLE;
    yield* run(sql`update journal set title = ${SOMEBODY}, description = ${description}, undo = null, lead_id = null
      where id = ${row["id"]}`);
    return;
  }
  const isKept = keeps(row, person);
  const [title, description] = [row["title"], row["description"]].map((text) =>
    isNamed(row, person) ? withoutName(String(text), person) : String(text),
  );
  const text = [description, ...(isKept ? [NOT_UNDOABLE] : [])].filter((part) => part !== "").join(" · ");
  yield* run(sql`update journal set title = ${title}, description = ${text} where id = ${row["id"]}`);
  if (isKept) yield* run(sql`update journal set undo = null where id = ${row["id"]}`);
}

function withoutName(text: string, { marks, names }: PersonIdentity): string {
  return names.reduce(
    (left, name) => left.replace(new RegExp(RegExp.escape(name), "giu"), () => SOMEBODY),
    marks.erase(text),
  );
}

/** Removes the person from someone else's lead, which keeps its own keys. */
function withoutPerson(lead: StoredLead, { marks }: PersonIdentity): StoredLead {
  const { id, emailKey, phoneKey } = lead;
  // Safe cast: only the contents of strings change.
  const erased = JSON.parse(marks.erase(JSON.stringify(lead))) as StoredLead;
  return { ...erased, id, emailKey, phoneKey };
}
