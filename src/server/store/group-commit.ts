import type { Database } from "better-sqlite3";
import { sqliteError } from "#server/store/sqlite-error.ts";
import type { Work } from "#server/store/work.ts";

interface Waiting {
  attempt(): void;
  settle(): void;
  fail(error: unknown): void;
}

export interface GroupCommit {
  transact<T>(work: () => Work<T>): Promise<T>;
  /** Commits what is waiting, now. */
  flush(): void;
}

/**
 * Runs the works that were asked for in one turn of the event loop in one transaction, each in a savepoint of its own:
 * what makes a commit slow is waiting for the disk, which sixteen callers then share. Each is answered after the commit.
 */
export function createGroupCommit(db: Database, drive: <T>(work: Work<T>) => T): GroupCommit {
  let waiting: Waiting[] = [];
  const begin = db.prepare("begin immediate");
  const commit = db.prepare("commit");
  const rollback = db.prepare("rollback");
  const savepoint = db.prepare("savepoint work");
  const release = db.prepare("release work");
  const rollbackWork = db.prepare("rollback to work");

  const flush = (): void => {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      begin.run();
      for (const { attempt } of group) attempt();
      commit.run();
    } catch (error) {
      if (db.inTransaction) rollback.run();
      for (const { fail } of group) fail(sqliteError(error));
      return;
    }
    for (const { settle } of group) settle();
  };

  /** Runs the work; when it fails, only its own changes are taken back. A full disk ends the whole transaction. */
  const inSavepoint = <T>(work: Work<T>): { value: T } | { error: unknown } => {
    savepoint.run();
    try {
      const value = drive(work);
      release.run();
      return { value };
    } catch (error) {
      if (!db.inTransaction) throw error;
      rollbackWork.run();
      release.run();
      return { error: sqliteError(error) };
    }
  };

  return {
    transact: <T>(work: () => Work<T>) =>
      new Promise<T>((resolve, reject) => {
        let outcome: { value: T } | { error: unknown } = { error: new Error("The work was not run.") };
        waiting.push({
          attempt: () => {
            outcome = inSavepoint(work());
          },
          settle: () => ("error" in outcome ? fail(outcome.error) : resolve(outcome.value)),
          fail,
        });
        if (waiting.length === 1) setImmediate(flush);

        function fail(error: unknown): void {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      }),
    flush,
  };
}
