import Database from "better-sqlite3";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import type { Migration } from "#server/db/migrations/dialect.ts";
import { migratePostgres } from "#server/db/migrations/migrate-postgres.ts";
import { migrateSqlite } from "#server/db/migrations/migrate-sqlite.ts";
import { temporaryDatabase, temporaryFolder, type EngineName } from "#test/stores.ts";

/** A database before the store opens it. */
export interface EarlierStore {
  options: { dataDir: string; databaseUrl?: string };
  migrate(migrations: readonly Migration[]): Promise<void>;
  insert(table: string, row: Record<string, unknown>): Promise<void>;
  run(statement: string): Promise<void>;
}

/** An empty database before any migration. */
export async function earlierStore(engine: EngineName): Promise<EarlierStore> {
  const dataDir = await temporaryFolder();
  if (engine === "sqlite") {
    const withFile = <T>(act: (db: Database.Database) => T): Promise<T> => {
      const db = new Database(join(dataDir, "winnow.db"));
      try {
        return Promise.resolve(act(db));
      } finally {
        db.close();
      }
    };
    return {
      options: { dataDir },
      migrate: async (migrations) => withFile((db) => migrateSqlite(db, systemClock, migrations)),
      insert: (table, row) =>
        withFile((db) => {
          const columns = Object.keys(row);
          const marks = columns.map(() => "?").join(", ");
          db.prepare(`insert into ${table} (${columns.join(", ")}) values (${marks})`).run(Object.values(row));
        }),
      run: (statement) => withFile((db) => void db.exec(statement)),
    };
  }
  const databaseUrl = await temporaryDatabase();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  onTestFinished(() => pool.end());
  return {
    options: { dataDir, databaseUrl },
    migrate: (migrations) => migratePostgres(pool, systemClock, migrations),
    insert: async (table, row) => {
      const columns = Object.keys(row);
      const marks = columns.map((_, index) => `$${index + 1}`).join(", ");
      await pool.query(`insert into ${table} (${columns.join(", ")}) values (${marks})`, Object.values(row));
    },
    run: async (statement) => void (await pool.query(statement)),
  };
}
