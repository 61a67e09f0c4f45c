import type { Engine } from "#server/db/engine/engine.ts";
import { isLong, mayUndo, readStored, undoStored } from "#server/db/actions/undo-kinds.ts";
import type { RecordChange } from "#server/db/actions/record-changes.ts";
import { type StoredRecords, undoRecords } from "#server/db/actions/undo-records.ts";
import {
  entryOf,
  findEntries,
  JOURNAL,
  type JournalRecord,
  lockedEntry,
  markUndone,
  rewriteJournal,
  writeJournal,
} from "#server/db/journal/journal-rows.ts";
import { mergedIds } from "#server/db/lead-changes/merged-records.ts";
import { assignmentsOf } from "#server/db/assignment/assignment.ts";
import { statusChangesOf } from "#server/db/lead-changes/lead-status-changes.ts";
import { all, allIds, exists, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import { deleteExpiredUndoData } from "#server/db/sources/kept-for-undo.ts";
import type { JournalEntry, NewJournalEntry } from "#server/db/journal/journal-entry.ts";
import { rowCodec, type StoredRow, type Undoer } from "#server/db/engine/table.ts";
import {
  type LongUndo,
  type ManyUndo,
  reasonInTheWay,
  type Undoing,
  type UndoOutcome,
} from "#server/db/journal/undo-kind.ts";
import { AppError } from "#server/platform/errors.ts";
import { followRules } from "#server/db/rules/rescore-wanted.ts";

/** How far back `lastChange` looks. */
const RECENT = 1_000;

/** The journal of changes, newest first. */
export function journalStore(engine: Engine) {
  return {
    /** `undo` is the undo data, for actions that need more than one transaction to undo. */
    add: (entry: NewJournalEntry, undo?: LongUndo) => engine.transact(() => writeJournal(entry, undo)),

    /** Updates an entry's texts to report its outcome. */
    async rewrite(id: string, texts: Pick<JournalEntry, "title" | "description">): Promise<void> {
      if (isRowId(id)) await engine.transact(() => rewriteJournal(id, texts));
    },

    /** Newest first, below `cursor` (an entry's id), with what `who` can undo, or anyone. */
    async list(limit: number, cursor?: string, who?: Undoer): Promise<JournalEntry[]> {
      if (cursor !== undefined && !isRowId(cursor)) return [];
      const below = cursor === undefined ? sql`` : sql`where id < ${cursor}`;
      const rows = await engine.run(() => findEntries(sql`${below} order by id desc limit ${limit}`));
      return rows.map((row) => {
        const entry = entryOf(row);
        const isAllowed = who === undefined || row.undo === null || mayUndo(readStored(row.undo), who);
        return { ...entry, undoable: entry.undoable && isAllowed };
      });
    },

    async ofLead(leadId: string, limit: number): Promise<JournalEntry[]> {
      if (!isRowId(leadId)) return [];
      return engine.run(function* () {
        // Includes the history of leads merged into this one.
        const isOfThese = sql`lead_id in (${sql.join([leadId, ...(yield* mergedIds(leadId))])})`;
        // A bulk action has one entry, which names no lead.
        const acts = sql`select act_id from act_changes where ${isOfThese}`;
        const entries = yield* findEntries(sql`where ${isOfThese} or id in (${acts}) order by id desc limit ${limit}`);
        const byRules = [...(yield* statusChangesOf(leadId, limit)), ...(yield* assignmentsOf(leadId, limit))];
        return [...entries.map(entryOf), ...byRules]
          .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
          .slice(0, limit);
      });
    },

    /** Whether this actor took the action. */
    isBy: async (id: string, actor: string) =>
      isRowId(id) && engine.run(() => exists(sql`select 1 from journal where id = ${id} and actor = ${actor}`)),

    /**
     * Restores what an action replaced, unless a newer change conflicts. `rescore` scores and classifies restored leads by
     * the current rules, which may have changed since. Rejects with not_allowed (403) when only others may undo it.
     */
    undo: (id: string, undoing: Undoing) => undoAction(engine, id, undoing),

    /** Restores the records that a bulk action changed first; returns what to announce. Throws undo_conflict. */
    undoRecordsOf: (id: string, undoing: Undoing) =>
      engine.transact(function* () {
        const act = yield* lockedEntry(engine, id);
        if (act === null || act.undo === null || act.undoneAt !== null) return [];
        const { records, ...kept } = JSON.parse(act.undo) as Omit<ManyUndo, "records"> & { records?: RecordChange[] };
        if (records === undefined) return [];
        const { topics } = yield* undoRecords.undo(engine, { changes: records }, { ...undoing, actId: id }, null);
        const left: ManyUndo = { ...kept, areRecordsUndone: true };
        yield* run(sql`update journal set undo = ${JSON.stringify(left)} where id = ${id}`);
        return topics;
      }),

    /** Records that an action was undone in several transactions; false when that was already recorded. */
    markUndone: (id: string, undone: Pick<JournalEntry, "by" | "at" | "description">) =>
      engine.transact(function* () {
        const act = yield* lockedEntry(engine, id);
        if (act === null || act.undoneAt !== null) return false;
        yield* markUndone(act, undone);
        return true;
      }),

    /** Who last changed one of these records, or undid a change to it, and when; null if that was long ago. */
    lastChange: (table: string, keys: readonly string[]) =>
      engine.run(function* () {
        const recent = sql`select * from journal order by id desc limit ${RECENT}`;
        const found = yield* all(
          sql<StoredRow>`select * from (${recent}) as recent where undo like ${'{"kind":"records"%'} order by id desc`,
        );
        const rows = found.map(rowCodec(JOURNAL.fields).toRecord);
        const touches = ({ undo }: Pick<JournalRecord, "undo">): boolean =>
          (JSON.parse(undo ?? "{}") as StoredRecords).changes.some(
            (change) => change.table === table && keys.includes(change.key),
          );
        const latest = rows.filter(touches).toSorted((a, b) => (lastTouched(a) < lastTouched(b) ? 1 : -1))[0];
        if (latest === undefined) return null;
        const { by, at, undoneAt } = latest;
        if (undoneAt === null) return { by, at };
        const [undone] = yield* findEntries(sql`where kind = 'restored' and at = ${undoneAt} order by id desc limit 1`);
        return { by: undone?.by ?? by, at: undoneAt };
      }),

    /**
     * Deletes the undo data of up to `limit` actions older than `before`, and data of deleted sources and websites stored
     * for them. The leads of each action stay on record for their timelines. Returns the number of actions.
     */
    forgetUndo: (before: string, limit: number) =>
      engine.transact(function* () {
        const { isOneOf } = engine.sql;
        const ids = yield* allIds(sql`
          select id from journal where undo is not null and at < ${before} order by at limit ${limit}`);
        if (ids.length > 0) {
          yield* run(sql`update act_changes set undo = '' where ${isOneOf("act_id", ids)}`);
          yield* run(sql`update journal set undo = null where ${isOneOf("id", ids)}`);
        }
        yield* deleteExpiredUndoData(before);
        return ids.length;
      }),
  };
}

function lastTouched({ at, undoneAt }: Pick<JournalRecord, "at" | "undoneAt">): string {
  return undoneAt ?? at;
}

/** Restores what an action replaced, unless a newer change conflicts, and journals the undo. */
async function undoAction(engine: Engine, id: string, undoing: Undoing): Promise<UndoOutcome> {
  if (!isRowId(id)) return { kind: "unknown" };
  try {
    return await engine.transact(() => undoOne(engine, id, undoing));
  } catch (error) {
    const reason = reasonInTheWay(error);
    if (reason !== null) return { kind: "conflict", reason };
    if (!(error instanceof AppError) || error.id !== "lead_conflict") throw error;
    return { kind: "conflict", reason: "Another lead has this email address now." };
  }
}

function* undoOne(engine: Engine, id: string, undoing: Undoing): Work<UndoOutcome> {
  const act = yield* lockedEntry(engine, id);
  if (act === null) return { kind: "unknown" };
  if (act.undoneAt !== null) return { kind: "already_undone" };
  if (act.undo === null) return { kind: "not_undoable" };
  const { title, leadId } = act;
  const kept = readStored(act.undo);
  if (isLong(kept)) return { kind: "long", title, leadId, undo: kept };
  const restored = yield* undoStored(engine, kept, { ...undoing, actId: id }, leadId);
  yield* markUndone(act, { ...undoing, description: restored.description ?? act.description });
  // Unless a lead was scored, nothing but a restored threshold can have changed.
  if (restored.leadIds.length > 0) yield* followRules(engine, undoing);
  return { kind: "undone", title, leadId, restored };
}
