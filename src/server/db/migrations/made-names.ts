import { migrationsUpTo, SCHEMA_VERSION } from "#server/db/migrations/list.ts";

const STATEMENT =
  /\b(create|drop) (?:virtual )?(table|trigger|function) (?:if (?:not )?exists )?(\w+)|\bcreate or replace function (\w+)/gu;

/** The names of the tables, triggers and functions that migrations create. */
export interface MadeNames {
  tables: ReadonlySet<string>;
  triggers: ReadonlySet<string>;
  functions: ReadonlySet<string>;
}

/** Lists the tables, triggers and functions of a database of a version. */
export function madeNames(engine: "sqlite" | "postgres", version = SCHEMA_VERSION): MadeNames {
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
