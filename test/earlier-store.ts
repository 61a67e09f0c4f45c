import Database from "better-sqlite3";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import { rowOfLead } from "#server/store/lead-columns.ts";
import type { Migration } from "#server/store/migrations/dialect.ts";
import { migratePostgres } from "#server/store/migrations/migrate-postgres.ts";
import { migrateSqlite } from "#server/store/migrations/migrate-sqlite.ts";
import { searchTextOf } from "#server/store/search-text.ts";
import { newLead, temporaryDatabase, temporaryFolder, type EngineName } from "#test/stores.ts";

/** A database before the store opens it. */
export interface EarlierStore {
  options: { dataDir: string; databaseUrl?: string };
  migrate(migrations: readonly Migration[]): Promise<void>;
  insert(table: string, row: Record<string, unknown>): Promise<void>;
}

/** An empty database that migrations are yet to be taken in. */
export async function earlierStore(engine: EngineName): Promise<EarlierStore> {
  const dataDir = await temporaryFolder();
  if (engine === "sqlite") {
    const withFile = (act: (db: Database.Database) => void): Promise<void> => {
      const db = new Database(join(dataDir, "winnow.db"));
      try {
        act(db);
      } finally {
        db.close();
      }
      return Promise.resolve();
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
  };
}

/** Two leads as a Winnow of this version kept them: one is approved and has a keyword. */
export async function addEarlyLeads(engine: EngineName, database: EarlierStore, version: number): Promise<void> {
  const leads = [
    newLead({ name: "Ännie", status: "approved", source: "website", keywords: ["demo", "Größe"] }),
    newLead({ name: "Bob", status: "pending", source: "manual" }),
  ];
  for (const [index, lead] of leads.entries()) {
    const id = String(index + 1);
    const { other_values: _, ...row } = rowOfLead({ ...lead, id });
    await database.insert("leads", row);
    const text = searchTextOf(lead);
    await database.insert("lead_search", { id, text });
    // From version 3 on SQLite's text index is written by whoever writes the text.
    if (engine === "sqlite" && version >= 3) await database.insert("lead_index", { rowid: id, text: `${text}\n\n` });
  }
}
