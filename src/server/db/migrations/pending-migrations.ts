import { createHash } from "node:crypto";
import { AppError } from "#server/platform/errors.ts";
import type { Migration } from "#server/db/migrations/dialect.ts";
import type { Table } from "#server/db/engine/table.ts";

export const SCHEMA_VERSIONS: Table = {
  name: "schema_versions",
  backup: { skip: "made with the tables" },
  people: { none: "migration steps" },
};

/** A step that a database has run. */
export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

/** A step that a database has yet to run. */
export interface PendingMigration extends AppliedMigration {
  sql: string;
}

/** Where each engine records the steps it has run. */
export const MIGRATION_TABLE = `create table if not exists schema_versions (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at text not null
)`;

/** The number of steps that version 0.1 shipped, and the version at which a new database starts. */
export const BASELINE_VERSION = 32;

/** SHA-256 of those steps' checksums, one per line: a database that ran them is identical to a new one. */
const STEPS_OF_0_1: Readonly<Record<"sqlite" | "postgres", string>> = {
  sqlite: "6acd1eacfe83988df462a4538bb3e6b58cfdf8b59011bccc66371647a3fff431",
  postgres: "4067744fdee7aeb128b4e73ed6eec2e4d5ebb317ef5204f618dedf6ef79497eb",
};

/** The version of a database that has run these steps, in order; 0 for a new one. */
export function versionOf(applied: readonly Pick<AppliedMigration, "version">[]): number {
  return applied.at(-1)?.version ?? 0;
}

/** "ahead" was migrated by a newer version and still works with this one. */
export type SchemaState = "same" | "ahead" | "foreign";

/**
 * Compares a database's version with `known`, the program's. Steps normally only add, so that processes of the previous
 * version keep working; a step that removes something names the version from which it is no longer used, such as
 * `contract-37-old-column`.
 */
export function schemaStateOf(
  applied: readonly Pick<AppliedMigration, "version" | "name">[],
  known: number,
): SchemaState {
  const version = versionOf(applied);
  if (version <= known) return version === known ? "same" : "foreign";
  const later = applied.filter((step) => step.version > known);
  const needed = later.map(({ name }) => Number(/^contract-(\d+)-/u.exec(name)?.[1] ?? 0));
  return needed.every((least) => least <= known) ? "ahead" : "foreign";
}

/**
 * Returns the steps from `applied` to the newest version. Throws schema_newer when the database has run steps this
 * program doesn't know, schema_older when it ran only some of those of 0.1, and schema_changed when it ran a different
 * step with the same number.
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  engine: "sqlite" | "postgres",
  applied: readonly AppliedMigration[],
): PendingMigration[] {
  const known = BASELINE_VERSION + migrations.length - 1;
  const version = versionOf(applied);
  if (version > known) {
    throw new AppError(
      "schema_newer",
      503,
      `The data is from a newer version of Winnow (database version ${version}; this one supports ${known}). Start that version, or restore an older backup.`,
    );
  }
  if (version > 0 && version < BASELINE_VERSION) {
    throw new AppError(
      "schema_older",
      503,
      `The data is from a version of Winnow older than 0.1 (database version ${version}; this one starts at ${BASELINE_VERSION}). Start version 0.1 on it once, then this version.`,
    );
  }
  return migrations
    .map((migration, index) => ({
      version: BASELINE_VERSION + index,
      name: migration.name,
      sql: migration[engine],
      checksum: sha256(migration[engine]),
    }))
    .filter((step) => {
      if (step.version > version) return true;
      const taken = applied.find((earlier) => earlier.version === step.version);
      if (taken?.checksum === step.checksum) return false;
      if (step.version === BASELINE_VERSION && isOfVersion01(applied, engine)) return false;
      throw new AppError(
        "schema_changed",
        503,
        `The database's step ${step.version} (${taken?.name ?? "none"}) differs from this version's (${step.name}). Start the build it belongs to, or restore a backup.`,
      );
    });
}

function isOfVersion01(applied: readonly AppliedMigration[], engine: "sqlite" | "postgres"): boolean {
  const steps = applied.filter(({ version }) => version <= BASELINE_VERSION);
  return sha256(steps.map(({ checksum }) => checksum).join("\n")) === STEPS_OF_0_1[engine];
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
