import Database from "better-sqlite3";

/** Loads better-sqlite3's native addon, which opening the first database would do; a thread can't be ended until then. */
export function loadSqlite(): void {
  new Database(":memory:").close();
}
