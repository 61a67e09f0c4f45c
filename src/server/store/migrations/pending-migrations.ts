import { createHash } from "node:crypto";
import type { Migration } from "#server/store/migrations/dialect.ts";
import { AppError } from "#server/platform/errors.ts";

/** A step that a database has taken. */
export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

/** A step it has yet to take. */
export interface PendingMigration extends AppliedMigration {
  sql: string;
}

/** Where each engine records the steps it has taken. */
export const MIGRATION_TABLE = `create table if not exists schema_versions (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at text not null
)`;

/**
 * The steps from `applied` to the newest version. Throws schema_newer when the database has taken steps this program
 * does not know, and schema_changed when a step it took was another one under the same number.
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  engine: "sqlite" | "postgres",
  applied: readonly AppliedMigration[],
): PendingMigration[] {
  if (applied.length > migrations.length) {
    throw new AppError(
      "schema_newer",
      503,
      `The data was written by a newer Winnow (version ${applied.length} of the database; this one knows ${migrations.length}). Start that one, or restore a backup from before.`,
    );
  }
  return migrations
    .map((migration, index) => ({
      version: index + 1,
      name: migration.name,
      sql: migration[engine],
      checksum: createHash("sha256").update(migration[engine]).digest("hex"),
    }))
    .filter((migration, index) => {
      const earlier = applied[index];
      if (earlier === undefined) return true;
      if (earlier.checksum === migration.checksum) return false;
      throw new AppError(
        "schema_changed",
        503,
        `The database took another step ${migration.version} (${earlier.name}) than this Winnow knows (${migration.name}). It belongs to another build; start that one, or restore a backup.`,
      );
    });
}
