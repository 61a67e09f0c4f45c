import type { Database } from "better-sqlite3";
import type { Clock } from "#server/platform/clock.ts";
import type { Migration } from "#server/db/migrations/dialect.ts";
import { MIGRATIONS } from "#server/db/migrations/list.ts";
import { MIGRATION_TABLE, pendingMigrations, type AppliedMigration } from "#server/db/migrations/pending-migrations.ts";

/** Migrates the database to the newest version, all steps or none, while no one else can write. */
export function migrateSqlite(db: Database, clock: Clock, migrations: readonly Migration[] = MIGRATIONS): void {
  const takeSteps = db.transaction(() => {
    db.exec(MIGRATION_TABLE);
    const applied = db.prepare<[], AppliedMigration>("select * from schema_versions order by version").all();
    const record = db.prepare("insert into schema_versions (version, name, checksum, applied_at) values (?, ?, ?, ?)");
    for (const { version, name, checksum, sql } of pendingMigrations(migrations, "sqlite", applied)) {
      db.exec(sql);
      record.run(version, name, checksum, clock().toISOString());
    }
  });
  takeSteps.immediate();
}
