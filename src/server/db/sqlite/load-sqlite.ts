import Database from "better-sqlite3";

/** Loads better-sqlite3's native addon, which a thread must not be ended during. Otherwise the first open loads it. */
export function loadSqlite(): void {
  new Database(":memory:").close();
}
