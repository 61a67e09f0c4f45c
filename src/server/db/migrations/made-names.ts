import { storeDamaged } from "#server/db/engine/store-damaged.ts";
import { MIGRATIONS, migrationsUpTo, SCHEMA_VERSION } from "#server/db/migrations/list.ts";
import { type AppliedMigration, pendingMigrations, versionOf } from "#server/db/migrations/pending-migrations.ts";

const STATEMENT =
  /\b(create|drop) (?:virtual )?(table|trigger|function) (?:if (?:not )?exists )?(\w+)|\bcreate or replace function (\w+)/gu;

/** Lists the tables, triggers and functions of a database of a version. */
export function madeNames(engine: "sqlite" | "postgres", version = SCHEMA_VERSION) {
  const made = { table: new Set(["schema_versions"]), trigger: new Set<string>(), function: new Set<string>() };
  for (const migration of migrationsUpTo(version)) {
    for (const [, act, kind, name, replaced] of migration[engine].matchAll(STATEMENT)) {
      if (replaced !== undefined) made.function.add(replaced);
      else if (kind === "table" || kind === "trigger" || kind === "function") {
        if (act === "create") made[kind].add(name ?? "");
        else made[kind].delete(name ?? "");
      }
    }
  }
  return { tables: made.table, triggers: made.trigger, functions: made.function };
}

/**
 * The version of a database that has run these migrations. Throws schema_newer, schema_older or schema_changed when this
 * program doesn't know it.
 */
export function knownVersion(engine: "sqlite" | "postgres", applied: readonly AppliedMigration[]): number {
  pendingMigrations(MIGRATIONS, engine, applied);
  return versionOf(applied);
}

/** Throws store_damaged when a table or trigger of these migrations isn't there, and like `knownVersion`. */
export function requireMade(
  engine: "sqlite" | "postgres",
  applied: readonly AppliedMigration[],
  there: ReadonlySet<string>,
): void {
  const { tables, triggers } = madeNames(engine, knownVersion(engine, applied));
  const missing = [...tables, ...triggers].find((name) => !there.has(name));
  if (missing !== undefined) throw storeDamaged(undefined, `${missing} is missing`);
}
