import { type LeadRecord, type StoredLead, scorePartsOf } from "#shared/lead-record.ts";
import { type Assign, assignByRules, type Assigned, writeAssignments } from "#server/db/assignment/assignment.ts";
import { aliasesOf, type Aliases } from "#server/db/lead-changes/merged-records.ts";
import {
  knownRowLeads,
  rowsAsTheyAre,
  rowsId,
  writeSourceRows,
  type SourceRowWrite,
} from "#server/db/leads/source-rows.ts";
import { writeStatus, type StatusChange } from "#server/db/lead-changes/lead-status.ts";
import { writeStatusChanges, type NewStatusChange } from "#server/db/lead-changes/lead-status-changes.ts";
import { followRules, type Scored } from "#server/db/rules/rescore-wanted.ts";
import { requireOwners } from "#server/db/leads/lead-owner.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { byIndexKey } from "#server/db/engine/index-key.ts";
import { journalRow, keepMore, writeJournal } from "#server/db/journal/journal-rows.ts";
import { leadOfRow, type Row } from "#server/db/leads/lead-columns.ts";
import { leadChanged, sourceGone } from "#server/db/engine/lead-conflict.ts";
import {
  freeEmailKeys,
  insertLeads,
  lockedLeads,
  writeLeads,
  type ChangedLead,
  type WrittenBatch,
} from "#server/db/leads/lead-rows.ts";
import { erasedAmong, holdOffErasures } from "#server/db/erasure/erased-keys.ts";
import { recordRows } from "#server/db/outbox/record-events.ts";
import type { Acted, NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { intakeOf } from "#server/db/lead-changes/undo-intake.ts";
import { storeAnswer, type StoredAnswer } from "#server/db/system/stored-answers.ts";
import { all, allIds, first, isRowId, sql, type Work } from "#server/db/engine/sql.ts";
import type { ImportWrite } from "#server/db/imports/import-records.ts";
import { finishSubmission, type SubmissionWrite } from "#server/db/sources/forms.ts";
import { writeImport } from "#server/db/imports/import-changes.ts";
import { type MessagesWrite, writeMessages } from "#server/db/sources/processed-emails.ts";

/** Fewer leads are written in a few milliseconds. */
const MIN_BULK = 100;

/** The keys intake needs to match a batch with existing leads. */
export interface KnownQuery {
  emailKeys: string[];
  phoneKeys: string[];
  ids?: string[];
  source: { id: string | null; rowKeys: string[] };
}

export interface KnownLeads {
  leads: StoredLead[];
  /** The lead of each known row of this source. */
  rowLeads: Map<string, string>;
  aliases: Aliases;
  /** Keys of leads that a person deleted; new data under one of these keys is skipped. */
  tombstones: { emailKeys: Set<string>; phoneKeys: Set<string>; rowKeys: Set<string> };
  /** Those of the queried keys that belonged to an erased person. */
  erased: { emailKeys: Set<string>; phoneKeys: Set<string>; rowKeys: Set<string> };
}

export interface LeadBatch extends Scored {
  creates: LeadRecord[];
  updates: StoredLead[];
  source: { id: string | null };
  rows: SourceRowWrite[];
  journal: NewJournalEntry[];
  /** Status changes by the rules when a single journal line covers all of them. */
  statusChanges?: readonly NewStatusChange[];
  /**
   * Ids of the leads the batch was matched with. Another lead that has come to share a phone since must be matched too.
   */
  seen?: readonly string[];
  /** A person's decision on the leads of all `rows`, journaled like `setStatus`. */
  status?: Omit<StatusChange, "id">;
  /** Assigns the created leads by the rules. */
  assign?: { by: Assign; at: string };
  /** Written in the same transaction: the source of the leads and how far it has been read. */
  alongside?: Alongside;
  /**
   * The batch is part of a larger job that records its progress in the same transaction and ends with its own write;
   * only that last write waits for the disk.
   */
  isPart?: boolean;
}

/** `answer` is stored in the same transaction. With `undoKeepsChanged`, undo skips leads that have changed since. */
export interface ActionMore {
  partOf?: string | null;
  undoKeepsChanged?: boolean;
  answer?: (createdIds: readonly string[], actId: string | null) => StoredAnswer | null;
}

/** A row's lead, as it is written back. */
export interface RowResult extends Pick<StoredLead, "id" | "score" | "status" | "owner"> {
  scoreParts: Pick<StoredLead["scoreParts"][number], "ruleId" | "ruleName" | "points">[];
}

/** Lookups for matching a batch, and the write of the matched batch. */
export function leadIntake(engine: Engine) {
  return {
    known: (query: KnownQuery) =>
      engine.run(() => known(engine, query), { isBulk: query.source.rowKeys.length >= MIN_BULK }),

    /** Content hashes by row key, for those of these rows of a source that are known. */
    rowHashes: (sourceId: string, rowKeys: readonly string[]) =>
      engine.run(function* () {
        if (!isRowId(sourceId)) return new Map<string, string>();
        const keys = byIndexKey(rowKeys);
        const hashes = sql<{ row_key: string; content_hash: string }>`
          select row_key, content_hash from source_rows
          where source_id = ${sourceId} and ${engine.sql.isOneOf("row_key", [...keys.keys()])}`;
        return new Map((yield* all(hashes)).map((row) => [keys.get(row.row_key) ?? row.row_key, row.content_hash]));
      }),

    /** What came of these rows of a source, by row key; rows without a lead are missing. */
    rowResults: (sourceId: string, rowKeys: readonly string[]) =>
      engine.run(function* () {
        if (!isRowId(sourceId)) return new Map<string, RowResult>();
        const keys = byIndexKey(rowKeys);
        const rows = yield* all(
          sql<Omit<RowResult, "id" | "scoreParts"> & { id: string | number; row_key: string; score_parts: string }>`
            select r.row_key, l.id, l.score, l.status, l.owner, l.score_parts
            from source_rows r join leads l on l.id = r.lead_id
            where r.source_id = ${sourceId} and ${engine.sql.isOneOf("r.row_key", [...keys.keys()])}`,
        );
        return new Map(
          rows.map(({ row_key, score_parts, ...lead }) => [
            keys.get(row_key) ?? row_key,
            {
              ...lead,
              id: String(lead.id),
              scoreParts: scorePartsOf(score_parts),
            },
          ]),
        );
      }),

    /**
     * `applyBatch` as one action of a person, or as part of the action `partOf`. `actId` is null when no lead was created
     * or changed. Rejects with KEY_TAKEN when the answer's key has been used.
     */
    applyAction: (
      batch: LeadBatch,
      entry: NewJournalEntry,
      { partOf = null, answer, undoKeepsChanged = false }: ActionMore = {},
    ) =>
      engine.transact(function* () {
        const acted = yield* applyAction(engine, batch, entry, { partOf, undoKeepsChanged });
        const stored = answer?.(acted.done, acted.actId) ?? null;
        if (stored !== null) yield* storeAnswer(stored);
        return acted;
      }),

    /**
     * Writes the batch in one transaction and returns the ids of `creates` in order. Rejects with lead_conflict when
     * another process changed the data the batch was decided on, and with source_gone or import_gone when its source or
     * import was deleted.
     */
    applyBatch: (batch: LeadBatch) =>
      engine.transact(() => applyBatch(engine, batch), {
        isPart: batch.isPart ?? false,
        isBulk: batch.creates.length + batch.updates.length >= MIN_BULK,
      }),
  };
}

// Thousands of leads may share a switchboard's number; matching only needs the oldest with and the oldest without an
// email.
function* known(engine: Engine, { emailKeys, phoneKeys, ids = [], source }: KnownQuery): Work<KnownLeads> {
  const { isOneOf } = engine.sql;
  const sourceId = rowsId(source);
  const rowLeads = yield* knownRowLeads(engine, source, source.rowKeys);
  const aliases = yield* aliasesOf(engine, emailKeys, phoneKeys);
  const byOtherKeys = [...ids, ...rowLeads.values(), ...aliases.emails.values(), ...aliases.phones.values()];
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
  const keysOf = (found: readonly { kind: string; key: string }[]): KnownLeads["erased"] => {
    const ofKind = (kind: string): string[] => found.flatMap((one) => (one.kind === kind ? [one.key] : []));
    const ofRows = ofKind("row").map((key) => rowKeys.get(key) ?? key);
    return { emailKeys: new Set(ofKind("email")), phoneKeys: new Set(ofKind("phone")), rowKeys: new Set(ofRows) };
  };
  return {
    leads: leads.map(leadOfRow),
    rowLeads,
    aliases,
    tombstones: keysOf(stones),
    erased: keysOf(erased),
  };
}

function* applyBatch(engine: Engine, batch: LeadBatch): Work<string[]> {
  const { updates, source, journal, status, alongside, assign } = batch;
  yield* holdOffErasures(engine);
  yield* requireSource(engine, source.id);
  if (batch.seen !== undefined) yield* requireSeen(engine, batch.creates, batch.seen);
  const pairs = yield* lockUpdates(engine, updates);
  const { leads: creates, assigned } =
    assign === undefined
      ? { leads: batch.creates, assigned: new Map<number, Assigned>() }
      : yield* assignByRules(engine, batch.creates, assign.by, assign.at);
  const changes = [...creates.map((after) => ({ before: null, after })), ...pairs];
  yield* requireOwners(engine, changes);
  yield* requireNotErased(engine, changes);
  yield* freeEmailKeys(engine, pairs);
  const ids = yield* engine.sql.takeLeadIds(creates.length);
  const rows = yield* insertLeads(engine, creates, ids);
  if (assign !== undefined) {
    const given = Array.from(assigned, ([index, to]) => ({ ...to, leadId: ids[index] ?? "" }));
    yield* writeAssignments(engine, given, assign.at);
  }
  yield* writeLeads(engine, pairs);
  const rowLeads = yield* writeSourceRows(engine, batch, ids);
  if (source.id !== null && rowLeads.size > 0) yield* recordRows(engine, source.id, rowLeads.values());
  const entries = journal.map((entry) => journalRow({ ...entry, leadId: resolveLead(entry.leadId ?? null, ids) }));
  yield* engine.sql.insertMany("journal", entries);
  const statusChanges = (batch.statusChanges ?? []).map((turn) => ({
    ...turn,
    leadId: resolveLead(turn.leadId, ids) ?? "",
  }));
  yield* writeStatusChanges(engine, statusChanges);
  if (status !== undefined) {
    const leadIds = new Set(rowLeads.values());
    for (const id of leadIds) if (id !== null) yield* writeStatus(engine, { ...status, id });
  }
  if (alongside !== undefined) {
    yield* writeAlongside(engine, alongside, { creates, rows, ids, updates: pairs, source, rowLeads });
  }
  yield* followRules(engine, batch);
  return ids;
}

function* applyAction(
  engine: Engine,
  batch: LeadBatch,
  entry: NewJournalEntry,
  { partOf, undoKeepsChanged }: { partOf: string | null; undoKeepsChanged: boolean },
): Work<Acted<string[]>> {
  yield* holdOffErasures(engine);
  const keys = batch.rows.map(({ rowKey }) => rowKey);
  const rows = yield* rowsAsTheyAre(engine, batch.source, keys);
  const knownIds = batch.rows.flatMap(({ leadId }) => leadId ?? []);
  const before = yield* lockedLeads(engine, [...knownIds, ...batch.updates.map(({ id }) => id)]);
  const done = yield* applyBatch(engine, batch);
  const intake = yield* intakeOf(engine, before, done, rows);
  const kept = { kind: "intake", ...intake, ...(undoKeepsChanged && { keepsChanged: true }) };
  if (kept.created.length + kept.changed.length === 0) return { done, actId: partOf };
  if (partOf === null) {
    const leadId = done.length + before.length === 1 ? (done[0] ?? before[0]?.id ?? null) : null;
    return { done, actId: yield* writeJournal({ ...entry, leadId }, kept) };
  }
  yield* keepMore(engine, partOf, kept);
  return { done, actId: partOf };
}

/** Rejects the batch when it gives a lead the email of someone who was erased since it was decided. */
function* requireNotErased(
  engine: Engine,
  changes: readonly { before: StoredLead | null; after: LeadRecord }[],
): Work<void> {
  const emails = changes.flatMap(({ before, after }) =>
    after.emailKey === (before?.emailKey ?? null) ? [] : (after.emailKey ?? []),
  );
  const erased = yield* erasedAmong(
    engine,
    emails.map((key) => ({ kind: "email", key })),
  );
  if (erased.length > 0) throw leadChanged();
}

/** Fails if the source was deleted, which would orphan its rows; a later deletion waits for this transaction. */
function* requireSource(engine: Engine, id: string | null): Work<void> {
  if (id === null) return;
  const source = isRowId(id)
    ? yield* first(sql`select id from data_sources where id = ${id} ${engine.sql.forUpdate}`)
    : null;
  if (source === null) throw sourceGone();
}

/**
 * Rejects the batch when a lead it was not matched with now owns the phone of one it creates. A unique index can't
 * catch this, because colleagues share a switchboard. Checks only the leads that `known` returns.
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
  const owners = yield* allIds(sql`
    select min(id) as id from leads where ${isOneOf("phone_key", without)} group by phone_key, email_key is null
    union
    select min(id) as id from leads where ${isOneOf("phone_key", withEmail)} and email_key is null group by phone_key`);
  const matched = new Set(seen);
  if (owners.some((id) => !matched.has(id))) throw leadChanged();
}

/** `new:2` is the third lead that the batch creates. */
function resolveLead(leadId: string | null, ids: readonly string[]): string | null {
  if (leadId === null || !leadId.startsWith("new:")) return leadId;
  return ids[Number(leadId.slice("new:".length))] ?? null;
}

/**
 * Locks each lead to update and pairs it with its stored state. Rejects the whole batch when one has changed since it
 * was matched.
 */
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

/** The source of a batch of leads and how far it has been read. */
type Alongside = MessagesWrite | SubmissionWrite | ImportWrite;

/** Writes the non-lead part of a batch: its source and how far that has been read. */
function* writeAlongside(engine: Engine, alongside: Alongside, batch: WrittenBatch): Work<void> {
  switch (alongside.kind) {
    case "messages": {
      const rowKeys = alongside.emails.flatMap(({ leadRow }) => leadRow ?? []);
      return yield* writeMessages(engine, alongside, yield* leadsOfRows(engine, batch, rowKeys));
    }
    case "submission": {
      const { leadRow } = alongside;
      const leads = yield* leadsOfRows(engine, batch, leadRow === null ? [] : [leadRow]);
      return yield* finishSubmission(alongside, leads.get(leadRow ?? "") ?? null);
    }
    case "import":
      return yield* writeImport(engine, alongside, batch);
  }
}

/** The lead of each of these rows, from this batch or, for a row not in it, from an earlier one. */
function* leadsOfRows(
  engine: Engine,
  { rowLeads, source }: WrittenBatch,
  rowKeys: readonly string[],
): Work<ReadonlyMap<string, string | null>> {
  const others = rowKeys.filter((rowKey) => (rowLeads.get(rowKey) ?? null) === null);
  if (others.length === 0) return rowLeads;
  return new Map([...rowLeads, ...(yield* knownRowLeads(engine, source, others))]);
}
