import { sql } from "kysely";
import type { ChangeTopic } from "#shared/contract/event.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Engine } from "#server/store/engine.ts";
import { journaled } from "#server/store/journaled-tables.ts";
import { allRows, type RecordChange, sameValue, type StoredRow } from "#server/store/record-changes.ts";
import { raiseWantedScores } from "#server/store/rescore-wanted.ts";
import { inTheWay, type UndoKind } from "#server/store/undo/undo-kind.ts";
import { run, type Work } from "#server/store/work.ts";

/** What an act on records keeps: each row that it made, changed or removed, with the values on either side. */
export interface KeptRecords {
  changes: RecordChange[];
}

/** Makes rules, settings, sources and the like what they were, under their ids, unless one of them has changed again. */
export const undoRecords: UndoKind<KeptRecords> = {
  *undo(engine, { changes }, { at, mayManage = false }) {
    if (!mayManage && isOfOwners({ changes })) {
      throw new AppError("not_allowed", 403, "Only an owner can take this back, because only an owner can change it.");
    }
    const topics = new Set<ChangeTopic>();
    let isScoring = false;
    for (const table of new Set(changes.map((change) => change.table))) {
      const kind = journaled(table);
      const rows = yield* allRows(engine, table);
      const ofTable = changes.filter((change) => change.table === table);
      for (const change of ofTable) refuseIfChangedAgain(change, rows.get(change.key));
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
        isScoring ||= kind.isScoring(key);
      }
      for (const topic of kind.topics) topics.add(topic);
    }
    if (isScoring) yield* raiseWantedScores();
    return { topics: [...topics], leadIds: [] };
  },
};

/** Whether only owners could do an act, and so only they take it back. */
export function isOfOwners({ changes }: KeptRecords): boolean {
  return changes.some(({ table, key }) => journaled(table).isManaged(key));
}

function refuseIfChangedAgain({ table, key, before, after }: RecordChange, row: StoredRow | undefined): void {
  const { key: column, called, fares } = journaled(table);
  if (after === null) {
    if (row !== undefined) throw inTheWay(`${called({ ...before, ...row })} was brought back since.`);
    return;
  }
  if (row === undefined) throw inTheWay(`${called({ ...before, ...after, [column]: key })} was deleted since.`);
  const isAsLeft = Object.entries(after).every(([name, value]) => fares.includes(name) || sameValue(value, row[name]));
  if (!isAsLeft) throw inTheWay(`${called(row)} was changed again since.`);
}

function* restoreRow(engine: Engine, { table, key, before, after }: RecordChange): Work<void> {
  const isRow = sql`${sql.ref(journaled(table).key)} = ${key}`;
  if (before === null) yield* run(sql`delete from ${sql.table(table)} where ${isRow}`);
  else if (after === null) yield* engine.sql.insertMany(table, [before]);
  else {
    const sets = Object.entries(before).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    yield* run(sql`update ${sql.table(table)} set ${sql.join(sets)} where ${isRow}`);
  }
}

function* nothing(): Work<void> {}
