import Database from "better-sqlite3";
import { constants, setPriority } from "node:os";
import { answerAsked } from "#server/platform/thread.ts";
import { loadSqlite } from "#server/db/sqlite/load-sqlite.ts";
import { checkSqlite } from "#server/db/sqlite/sqlite-check.ts";

// Requests have priority. On Linux each thread has its own priority (setpriority(2), "C library/kernel differences").
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);

loadSqlite();
answerAsked((file: string) => {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    checkSqlite(db, "quick_check");
  } finally {
    db.close();
  }
});
