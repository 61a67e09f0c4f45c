import { sql } from "kysely";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import { writeAlongside } from "#server/store/alongside.ts";
import type { Engine } from "#server/store/engine.ts";
import { byIndexKey } from "#server/store/index-key.ts";
import type { Acted } from "#server/store/act.ts";
import { journalRow, keepMore, writeJournal } from "#server/store/journal-rows.ts";
import { leadOfRow, type Row } from "#server/store/lead-columns.ts";
import { leadChanged, sourceGone } from "#server/store/lead-conflict.ts";
import { freeEmailKeys, insertLeads, lockedLeads, writeLeads, type ChangedLead } from "#server/store/lead-rows.ts";
import { writeTurns } from "#server/store/lead-turns.ts";
import { writeStatus } from "#server/store/lead-status.ts";
import { aliasesOf } from "#server/store/merged-records.ts";
import { erasedAmong } from "#server/store/people/erased-keys.ts";
import { followRules } from "#server/store/rescore-wanted.ts";
import { isRowId } from "#server/store/row-id.ts";
import { knownRowLeads, rowsAsTheyAre, rowsId, writeSourceRows } from "#server/store/source-rows.ts";
import type { KnownLeads, KnownQuery, LeadBatch, LeadStore, NewJournalEntry } from "#server/store/types.ts";
import { intakeOf } from "#server/store/undo/undo-intake.ts";
import { all, first, type Work } from "#server/store/work.ts";

/** What intake asks before it decides on a batch, and how the decided batch is written. */
export function leadIntake(engine: Engine): Pick<LeadStore, "known" | "rowHashes" | "applyBatch" | "applyAct"> {
  return {
    known: (query) => engine.run(() => known(engine, query)),

    rowHashes: (sourceId, rowKeys) =>
      engine.run(function* () {
        if (!isRowId(sourceId)) return new Map();
        const keys = byIndexKey(rowKeys);
        const hashes = sql<{ row_key: string; content_hash: string }>`
          select row_key, content_hash from source_rows
          where source_id = ${sourceId} and ${engine.sql.isOneOf("row_key", [...keys.keys()])}`;
        return new Map((yield* all(hashes)).map((row) => [keys.get(row.row_key) ?? row.row_key, row.content_hash]));
      }),

    applyAct: (batch, entry, partOf = null) => engine.transact(() => applyAct(engine, batch, entry, partOf)),

    applyBatch: (batch) => engine.transact(() => applyBatch(engine, batch), { isPart: batch.isPart ?? false }),
  };
}

// A switchboard's number may be thousands of leads': the oldest with and the oldest without an e-mail are all that
// matching looks at.
function* known(engine: Engine, { emailKeys, phoneKeys, source }: KnownQuery): Work<KnownLeads> {
  const { isOneOf } = engine.sql;
  const sourceId = rowsId(source);
  const rowLeads = yield* knownRowLeads(engine, source, source.rowKeys);
  const aliases = yield* aliasesOf(engine, emailKeys, phoneKeys);
  const byOtherKeys = [...rowLeads.values(), ...aliases.emails.values(), ...aliases.phones.values()];
  const leads = yield* all(
    sql<Row>`
      select * from leads where ${isOneOf("id", [...new Set(byOtherKeys)])}
      union select * from leads where ${isOneOf("email_key", emailKeys)}
      union select * from leads where id in (
        select min(id) from leads where ${isOneOf("phone_key", phoneKeys)} group by phone_key, email_key is null)
      order by id`,
  );
  const rowKeys = byIndexKey(source.rowKeys);
  const stones = yield* all(
    sql<{ kind: "email" | "phone" | "row"; key: string }>`
      select kind, key from tombstones where kind = 'email' and source_id = 0 and ${isOneOf("key", emailKeys)}
      union all
      select kind, key from tombstones where kind = 'phone' and source_id = 0 and ${isOneOf("key", phoneKeys)}
      union all
      select kind, key from tombstones where kind = 'row' and source_id = ${sourceId}
        and ${isOneOf("key", [...rowKeys.keys()])}`,
  );
  const erased = yield* erasedAmong(engine, [
    ...emailKeys.map((key) => ({ kind: "email" as const, key })),
    ...phoneKeys.map((key) => ({ kind: "phone" as const, key })),
    ...[...rowKeys.keys()].map((key) => ({ kind: "row" as const, sourceId, key })),
  ]);
  const erasedKeys = (kind: string): string[] => erased.flatMap((one) => (one.kind === kind ? [one.key] : []));
  const keysOf = (kind: string): Set<string> =>
    new Set(stones.filter((stone) => stone.kind === kind).map(({ key }) => key));
  return {
    leads: leads.map(leadOfRow),
    rowLeads,
    aliases,
    tombstones: {
      emailKeys: keysOf("email"),
      phoneKeys: keysOf("phone"),
      rowKeys: new Set([...keysOf("row")].map((key) => rowKeys.get(key) ?? key)),
    },
    erased: {
      emailKeys: new Set(erasedKeys("email")),
      phoneKeys: new Set(erasedKeys("phone")),
      rowKeys: new Set(erasedKeys("row").map((key) => rowKeys.get(key) ?? key)),
    },
  };
}

function* applyBatch(engine: Engine, batch: LeadBatch): Work<string[]> {
  const { creates, updates, source, journal, status, alongside } = batch;
  yield* requireSource(engine, source.id);
  if (batch.seen !== undefined) yield* requireSeen(engine, creates, batch.seen);
  const pairs = yield* lockUpdates(engine, updates);
  yield* freeEmailKeys(engine, pairs);
  const ids = yield* engine.sql.takeLeadIds(creates.length);
  const rows = yield* insertLeads(engine, creates, ids);
  yield* writeLeads(engine, pairs);
  const rowLeads = yield* writeSourceRows(engine, batch, ids);
  const entries = journal.map((entry) => journalRow({ ...entry, leadId: resolveLead(entry.leadId, ids) }));
  yield* engine.sql.insertMany("journal", entries);
  const turns = (batch.turns ?? []).map((turn) => ({ ...turn, leadId: resolveLead(turn.leadId, ids) ?? "" }));
  yield* writeTurns(engine, turns);
  if (status !== undefined) {
    const leadIds = new Set(rowLeads.values());
    for (const id of leadIds) if (id !== null) yield* writeStatus(engine, { ...status, id });
  }
  if (alongside !== undefined) {
    yield* writeAlongside(engine, alongside, { rows, ids, updates: pairs, source, rowLeads });
  }
  yield* followRules(engine, batch);
  return ids;
}

function* applyAct(
  engine: Engine,
  batch: LeadBatch,
  entry: NewJournalEntry,
  partOf: string | null,
): Work<Acted<string[]>> {
  const keys = batch.rows.map(({ rowKey }) => rowKey);
  const rows = yield* rowsAsTheyAre(engine, batch.source, keys);
  const knownIds = batch.rows.flatMap(({ leadId }) => leadId ?? []);
  const before = yield* lockedLeads(engine, [...knownIds, ...batch.updates.map(({ id }) => id)]);
  const done = yield* applyBatch(engine, batch);
  const kept = { kind: "intake", ...(yield* intakeOf(engine, before, done, rows)) };
  if (kept.created.length + kept.changed.length === 0) return { done, actId: partOf };
  if (partOf === null) {
    const leadId = done.length + before.length === 1 ? (done[0] ?? before[0]?.id ?? null) : null;
    return { done, actId: yield* writeJournal(engine, { ...entry, leadId }, kept) };
  }
  yield* keepMore(engine, partOf, kept);
  return { done, actId: partOf };
}

/** Its rows would be left behind for nobody when the source is deleted first; and when second, it waits for them. */
function* requireSource(engine: Engine, id: string | null): Work<void> {
  if (id === null) return;
  const source = isRowId(id)
    ? yield* first(sql`select id from data_sources where id = ${id} ${engine.sql.forUpdate}`)
    : null;
  if (source === null) throw sourceGone();
}

/**
 * Refuses the batch when a lead it was not matched with has come to own the phone of one it creates: no unique index
 * can tell, because colleagues share a switchboard. Looks at just the leads that `known` answers.
 */
function* requireSeen(engine: Engine, creates: readonly LeadRecord[], seen: readonly string[]): Work<void> {
  const phonesOf = (isWithEmail: boolean): string[] => [
    ...new Set(
      creates.flatMap(({ emailKey, phoneKey }) => ((emailKey !== null) === isWithEmail ? (phoneKey ?? []) : [])),
    ),
  ];
  const [withEmail, without] = [phonesOf(true), phonesOf(false)];
  if (withEmail.length + without.length === 0) return;
  yield* engine.sql.lockPhones([...withEmail, ...without]);
  const { isOneOf } = engine.sql;
  const owners = yield* all(
    sql<{ id: string | number }>`
      select min(id) as id from leads where ${isOneOf("phone_key", without)} group by phone_key, email_key is null
      union
      select min(id) as id from leads where ${isOneOf("phone_key", withEmail)} and email_key is null group by phone_key`,
  );
  const matched = new Set(seen);
  if (owners.some(({ id }) => !matched.has(String(id)))) throw leadChanged();
}

/** `new:2` is the third lead that the batch creates. */
function resolveLead(leadId: string | null, ids: readonly string[]): string | null {
  if (leadId === null || !leadId.startsWith("new:")) return leadId;
  return ids[Number(leadId.slice("new:".length))] ?? null;
}

/** Each update with the lead as it stands, locked. Refuses the whole batch when one is no longer the lead that was decided on. */
function* lockUpdates(engine: Engine, updates: readonly StoredLead[]): Work<ChangedLead[]> {
  if (updates.length === 0) return [];
  const locked = yield* lockedLeads(
    engine,
    updates.map(({ id }) => id),
  );
  const current = new Map(locked.map((lead) => [lead.id, lead]));
  return updates.map((after) => {
    const before = current.get(after.id);
    if (before === undefined || (after.revision !== undefined && after.revision !== before.revision))
      throw leadChanged();
    return { before, after };
  });
}
