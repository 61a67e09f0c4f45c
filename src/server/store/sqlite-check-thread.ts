import Database from "better-sqlite3";
import { answerAsked } from "#server/platform/thread.ts";
import { checkSqlite } from "#server/store/sqlite-check.ts";

answerAsked((file: string) => {
  const db = new Database(file, { readonly: true, fileMustExist: true });
  try {
    checkSqlite(db, "quick_check");
  } finally {
    db.close();
  }
});
