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

answerAsked((statement: CompiledStatement): readonly unknown[] => {
  try {
    return execute(statement);
  } catch (error) {
    throw sqliteError(error);
  }
});
