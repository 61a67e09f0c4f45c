import { MIGRATIONS } from "#server/store/migrations/list.ts";

const STATEMENT =
  /\b(create|drop) (?:virtual )?(table|trigger|function) (?:if (?:not )?exists )?(\w+)|\bcreate or replace function (\w+)/gu;

/** What a database has whose first steps were these, by the names that the migrations give it. */
export interface MadeNames {
  tables: ReadonlySet<string>;
  triggers: ReadonlySet<string>;
  functions: ReadonlySet<string>;
}

/** The tables, triggers and functions that the first `version` migrations leave behind. */
export function madeNames(engine: "sqlite" | "postgres", version = MIGRATIONS.length): MadeNames {
  const made = { table: new Set(["schema_versions"]), trigger: new Set<string>(), function: new Set<string>() };
  for (const migration of MIGRATIONS.slice(0, version)) {
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
