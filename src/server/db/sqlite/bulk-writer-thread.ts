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

/** The main thread sends statements, and the commit, before it knows that the ones before have succeeded. */
let transaction: "none" | "open" | "failed" = "none";

answerAsked((statement: CompiledStatement): readonly unknown[] => {
  const { text } = statement;
  if (text === "rollback") {
    transaction = "none";
    return db.inTransaction ? execute(statement) : [];
  }
  // SQLite itself ends a transaction when the disk is full; what follows would be committed.
  if (transaction === "failed" || (transaction === "open" && !db.inTransaction)) {
    throw new Error("The transaction has failed.");
  }
  const begins = text === "begin immediate";
  try {
    const rows = execute(statement);
    if (begins) transaction = "open";
    else if (text === "commit") transaction = "none";
    return rows;
  } catch (error) {
    if (begins || transaction === "open") transaction = "failed";
    throw sqliteError(error);
  }
});
