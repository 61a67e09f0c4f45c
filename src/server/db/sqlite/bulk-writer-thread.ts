import { workerData } from "node:worker_threads";
import Database from "better-sqlite3";
import { answerAsked } from "#server/platform/thread.ts";
import { configureConnection } from "#server/db/sqlite/connection.ts";
import { createExecutor, type CompiledStatement } from "#server/db/sqlite/sqlite-driver.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";

const db = new Database(String(workerData));
configureConnection(db);
// Another thread or the main one checkpoints.
db.pragma("wal_autocheckpoint = 0");
const { execute } = createExecutor(db);

/** Whether a transaction began that the main thread hasn't ended: SQLite itself ends one when the disk is full. */
let isBegun = false;

answerAsked((statement: CompiledStatement): readonly unknown[] => {
  try {
    if (statement.text === "rollback" && !db.inTransaction) {
      isBegun = false;
      return [];
    }
    // Otherwise what was sent before the main thread knew would be committed.
    if (isBegun && !db.inTransaction) throw new Error("The transaction has ended.");
    const rows = execute(statement);
    isBegun = db.inTransaction;
    return rows;
  } catch (error) {
    throw sqliteError(error);
  }
});
