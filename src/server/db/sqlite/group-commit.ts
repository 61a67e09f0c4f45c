import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "better-sqlite3";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";
import type { Work } from "#server/db/engine/sql.ts";

interface Waiting {
  isPart: boolean;
  attempt: () => void;
  settle: () => void;
  fail: (error: unknown) => void;
}

/** Maximum time for a group, so that many slow writes at once don't block everything else. */
const SLICE_MILLISECONDS = 50;

/**
 * Runs all work requested in the same turn of the event loop in one transaction, and resolves each promise after the
 * commit: a commit is slow because it waits for the disk, and sixteen callers then share that wait. When one fails, the
 * transaction is rolled back and each reruns alone, so that only the failing one rejects. Savepoints would avoid the
 * reruns, but made inserts seven times as slow, and failures are rare.
 */
export function createGroupCommit(
  db: Database,
  drive: <T>(work: Work<T>) => T,
  now: () => number = () => performance.now(),
) {
  let waiting: Waiting[] = [];
  const begin = db.prepare("begin immediate");
  const commit = db.prepare("commit");
  const rollback = db.prepare("rollback");

  let isDurable = true;

  // FULL also syncs all earlier commits to disk.
  const beDurable = (wanted: boolean): void => {
    if (wanted === isDurable) return;
    db.pragma(`synchronous = ${wanted ? "full" : "normal"}`);
    isDurable = wanted;
  };

  const undo = (): void => {
    try {
      // SQLite ends the transaction itself when the disk is full or fails.
      if (db.inTransaction) rollback.run();
    } catch {
      // The error that led to this rollback already reports the failing disk. The next group tries again.
    }
  };

  /** Commits the start of the group, as many items as there is time for. */
  const commitTogether = (group: readonly Waiting[]): { error: unknown } | { done: number } => {
    const end = now() + SLICE_MILLISECONDS;
    let done = 0;
    try {
      // Left over when an earlier rollback failed.
      if (db.inTransaction) rollback.run();
      beDurable(!group.every(({ isPart }) => isPart));
      begin.run();
      do group[done]?.attempt();
      while ((done += 1) < group.length && now() < end);
      commit.run();
    } catch (error) {
      undo();
      return { error };
    }
    for (const { settle } of group.slice(0, done)) settle();
    return { done };
  };

  /** Commits a group and returns the items it had no time for. */
  const commitSome = (group: readonly Waiting[]): Waiting[] => {
    const together = commitTogether(group);
    if ("done" in together) return group.slice(together.done);
    if (group.length === 1) group[0]?.fail(sqliteError(together.error));
    else for (const alone of group) commitSome([alone]);
    return [];
  };

  let excluding: Promise<void> | null = null;
  const excluded = (): Promise<void> | null => excluding;

  const commitWaiting = (): void => {
    if (excluding !== null) return;
    if (waiting.length > 0) waiting = commitSome(waiting);
    if (waiting.length > 0) setImmediate(commitWaiting);
  };

  return {
    /** Resolves when what excludes others at the moment ends; null if nothing does. */
    excluded,

    /** Runs what writes on another connection, once what is waiting now is committed; others wait until it ends. */
    async exclude<T>(write: () => Promise<T>): Promise<T> {
      // The one that waited longest starts in the same turn.
      while (excluded() !== null) await excluded();
      // What came before has its turn, but what keeps coming doesn't delay this one forever.
      if (waiting.length > 0) waiting = commitSome(waiting);
      const writing = write();
      excluding = writing.then(
        () => {},
        () => {},
      );
      try {
        return await writing;
      } finally {
        excluding = null;
        commitWaiting();
      }
    },

    /** Durable when it resolves; a part becomes durable with the next commit that isn't a part. */
    transact: <T>(work: () => Work<T>, isPart = false) =>
      new Promise<T>((resolve, reject) => {
        let result: T;
        // The group runs in its first caller's context, but each piece of work needs its own caller's.
        const asCaller = AsyncLocalStorage.snapshot();
        waiting.push({
          isPart,
          attempt: () => {
            result = asCaller(() => drive(work()));
          },
          settle: () => resolve(result),
          fail: (error) => reject(error instanceof Error ? error : new Error(String(error))),
        });
        if (waiting.length === 1) setImmediate(commitWaiting);
      }),

    /** Commits all waiting work now; nothing may be excluding others. */
    flush(): void {
      while (waiting.length > 0) waiting = commitSome(waiting);
    },
  };
}
