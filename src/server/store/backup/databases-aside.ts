import { sql } from "kysely";
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { WorkRunner } from "#server/store/engine.ts";
import { all } from "#server/store/work.ts";

const ASIDE = /^winnow-replaced-.*\.db$/u;

/** The databases that restores set aside beside this one: files in its folder, or schemas of its database. */
export async function databasesAside(engine: WorkRunner): Promise<string[]> {
  if (engine.name === "postgres") {
    const schemas = sql<{ nspname: string }>`
      select nspname from pg_namespace where starts_with(nspname, 'winnow_replaced_') order by nspname`;
    return (await engine.run(() => all(schemas))).map(({ nspname }) => nspname);
  }
  const files = sql<{ file: string }>`select file from pragma_database_list where name = 'main'`;
  const [main] = await engine.run(() => all(files));
  const names = main === undefined ? [] : await readdir(dirname(main.file));
  return names.filter((name) => ASIDE.test(name)).toSorted();
}
