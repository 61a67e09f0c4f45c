import { POSTGRES_BASELINE } from "#server/db/migrations/baseline/postgres.ts";
import { SQLITE_BASELINE } from "#server/db/migrations/baseline/sqlite.ts";
import { POSTGRES, SQLITE, type Migration, type Step } from "#server/db/migrations/dialect.ts";
import { BASELINE_VERSION } from "#server/db/migrations/pending-migrations.ts";
import { STEPS_FROM_33 } from "#server/db/migrations/steps/from-033.ts";
import { STEPS_FROM_50 } from "#server/db/migrations/steps/from-050.ts";

/** The database of version 0.1. It is named after that version's last step, because backups refer to the last step. */
const baseline: Migration = { name: "people", sqlite: SQLITE_BASELINE, postgres: POSTGRES_BASELINE };

/** The baseline, then every later step in order. */
export const MIGRATIONS: readonly Migration[] = [baseline, ...[...STEPS_FROM_33, ...STEPS_FROM_50].map(migrationOf)];

function migrationOf({ name, sql = () => "", sqlite = "", postgres = "" }: Step): Migration {
  return { name, sqlite: sql(SQLITE) + sqlite, postgres: sql(POSTGRES) + postgres };
}

/** The version of a database that has run every step. */
export const SCHEMA_VERSION: number = BASELINE_VERSION + MIGRATIONS.length - 1;

/** The steps up to a version; none for one before the baseline. */
export function migrationsUpTo(version: number): readonly Migration[] {
  return MIGRATIONS.slice(0, Math.max(0, version - BASELINE_VERSION + 1));
}

/** The step that led to a version. */
export function migrationTo(version: number): Migration | undefined {
  return MIGRATIONS[version - BASELINE_VERSION];
}
