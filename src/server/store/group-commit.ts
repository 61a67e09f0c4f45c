import type { Database } from "better-sqlite3";
import { sqliteError } from "#server/store/sqlite-error.ts";
import type { Work } from "#server/store/work.ts";

interface Waiting {
  isPart: boolean;
  attempt: () => void;
  settle: () => void;
  fail: (error: unknown) => void;
}

export interface GroupCommit {
  /** Durable when it resolves; a part of more becomes so with the next commit that is not. */
  transact<T>(work: () => Work<T>, isPart?: boolean): Promise<T>;
  /** Commits what is waiting, now. */
  flush(): void;
}

/**
 * Runs the works that were asked for in one turn of the event loop in one transaction, and answers each after the
 * commit: what makes a commit slow is waiting for the disk, which sixteen callers then share. When one of them fails
 * the transaction is undone and each runs again by itself, so that it fails alone. Savepoints would spare that, but
 * made inserts seven times as slow, and failures are rare.
 */
export function createGroupCommit(db: Database, drive: <T>(work: Work<T>) => T): GroupCommit {
  let waiting: Waiting[] = [];
  const begin = db.prepare("begin immediate");
  const commit = db.prepare("commit");
  const rollback = db.prepare("rollback");

  let isDurable = true;

  // FULL brings all commits before it to the disk as well.
  const beDurable = (wanted: boolean): void => {
    if (wanted === isDurable) return;
    db.pragma(`synchronous = ${wanted ? "full" : "normal"}`);
    isDurable = wanted;
  };

  const undo = (): void => {
    try {
      // SQLite itself has ended the transaction when the disk was full or failed.
      if (db.inTransaction) rollback.run();
    } catch {
      // The failing disk has been told already, by what is being undone. The next group tries again.
    }
  };

  const commitTogether = (group: readonly Waiting[]): { error: unknown } | null => {
    try {
      // One that could not be undone when it failed.
      if (db.inTransaction) rollback.run();
      beDurable(!group.every(({ isPart }) => isPart));
      begin.run();
      for (const { attempt } of group) attempt();
      commit.run();
    } catch (error) {
      undo();
      return { error };
    }
    for (const { settle } of group) settle();
    return null;
  };

  const flush = (): void => {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    if (group.length > 1 && commitTogether(group) === null) return;
    for (const alone of group) {
      const failure = commitTogether([alone]);
      if (failure !== null) alone.fail(sqliteError(failure.error));
    }
  };

  return {
    transact: <T>(work: () => Work<T>, isPart = false) =>
      new Promise<T>((resolve, reject) => {
        let result: T;
        waiting.push({
          isPart,
          attempt: () => {
            result = drive(work());
          },
          settle: () => resolve(result),
          fail: (error) => reject(error instanceof Error ? error : new Error(String(error))),
        });
        if (waiting.length === 1) setImmediate(flush);
      }),
    flush,
  };
}
