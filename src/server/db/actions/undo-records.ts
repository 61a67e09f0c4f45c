import type { ChangeTopic } from "#shared/contract/event.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { undoableTable } from "#server/db/actions/nouns.ts";
import { allRows, sameValue, type RecordChange } from "#server/db/actions/record-changes.ts";
import { raiseWantedScores } from "#server/db/rules/rescore-wanted.ts";
import { mayChangeRow, type StoredRow, type Undoer } from "#server/db/engine/table.ts";
import { inTheWay, type UndoKind } from "#server/db/journal/undo-kind.ts";
import { run, sql, type Work } from "#server/db/engine/sql.ts";

/** Undo data of an action on records: each created, changed or removed row with its values before and after. */
export interface StoredRecords {
  changes: RecordChange[];
}

/** Restores rules, settings, sources and similar records under their ids, unless one of them has changed since. */
export const undoRecords: UndoKind<StoredRecords> = {
  *undo(engine, { changes }, { at, mayManage = false, userId = null }) {
    const who = { mayManage, userId };
    if (!mayUndoRecords({ changes }, who)) throw notAllowed(changes);
    const topics = new Set<ChangeTopic>();
    let isScoring = false;
    for (const table of new Set(changes.map((change) => change.table))) {
      const kind = undoableTable(table);
      const rows = yield* allRows(engine, table);
      const ofTable = changes.filter((change) => change.table === table);
      for (const change of ofTable) {
        const row = rows.get(change.key);
        // Someone may have made it personal since.
        const by = row && kind.changedBy?.(row);
        if (by !== undefined && !mayChangeRow(by, who)) throw notAllowed(changes);
        refuseIfChangedAgain(change, row);
      }
      const restored = new Map(rows);
      for (const { key, before } of ofTable) {
        if (before === null) restored.delete(key);
        else restored.set(key, { ...rows.get(key), ...before });
      }
      const reason = kind.refuses?.([...restored.values()]) ?? null;
      if (reason !== null) throw inTheWay(reason);
      for (const change of ofTable) {
        yield* restoreRow(engine, change);
        const { key, before, after } = change;
        if (before === null) yield* kind.removed?.(engine, key, at) ?? nothing();
        else yield* kind.restored?.(engine, key, before, after) ?? nothing();
        isScoring ||= kind.isScoring?.(key) ?? false;
      }
      for (const topic of kind.topics) topics.add(topic);
    }
    if (isScoring) yield* raiseWantedScores();
    return { topics: [...topics], leadIds: [] };
  },
};

/** Whether the action was one that this user may take, so that they may undo it. */
export function mayUndoRecords(
  { changes }: { changes: readonly Pick<RecordChange, "table" | "key" | "by">[] },
  who: Undoer,
): boolean {
  return changes.every(
    ({ table, key, by }) =>
      (who.mayManage === true || undoableTable(table).isManaged?.(key) !== true) &&
      (by === undefined || mayChangeRow(by, who)),
  );
}

function notAllowed(changes: readonly RecordChange[]): AppError {
  const isPersonal = changes.some(({ by }) => by?.orOwners === false);
  return new AppError(
    "not_allowed",
    403,
    isPersonal ? "Only the person who did this can undo it." : "Only an owner can undo this.",
  );
}

function refuseIfChangedAgain({ table, key, before, after }: RecordChange, row: StoredRow | undefined): void {
  const { key: column, called, health } = undoableTable(table);
  if (after === null) {
    if (row !== undefined) throw inTheWay(`${called({ ...before, ...row })} has since been restored.`);
    return;
  }
  if (row === undefined) throw inTheWay(`${called({ ...before, ...after, [column]: key })} has since been deleted.`);
  const isAsLeft = Object.entries(after).every(([name, value]) => health.includes(name) || sameValue(value, row[name]));
  if (!isAsLeft) throw inTheWay(`${called(row)} has since been changed again.`);
}

function* restoreRow(engine: Engine, { table, key, before, after }: RecordChange): Work<void> {
  const isRow = sql`${sql.ref(undoableTable(table).key)} = ${key}`;
  if (before === null) yield* run(sql`delete from ${sql.ref(table)} where ${isRow}`);
  else if (after === null) yield* engine.sql.insertMany(table, [before]);
  else {
    const sets = Object.entries(before).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    yield* run(sql`update ${sql.ref(table)} set ${sql.join(sets)} where ${isRow}`);
  }
}

function* nothing(): Work<void> {}
