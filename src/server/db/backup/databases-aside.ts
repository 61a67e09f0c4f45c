import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { WorkRunner } from "#server/db/engine/engine.ts";
import { all, first, sql } from "#server/db/engine/sql.ts";

const ASIDE = /^winnow-replaced-.*\.db$/u;

/** Lists the replaced databases that restores kept: files in its folder, or schemas of its database. */
export async function databasesAside(engine: WorkRunner): Promise<string[]> {
  if (engine.name === "postgres") {
    const schemas = sql<{ nspname: string }>`
      select nspname from pg_namespace where starts_with(nspname, 'winnow_replaced_') order by nspname`;
    return (await engine.run(() => all(schemas))).map(({ nspname }) => nspname);
  }
  const names = await readdir(dirname(await databaseFile(engine)));
  return names.filter((name) => ASIDE.test(name)).toSorted();
}

/** The path of the SQLite file. */
export async function databaseFile(engine: WorkRunner): Promise<string> {
  const main = sql<{ file: string }>`select file from pragma_database_list where name = 'main'`;
  return (await engine.run(() => first(main)))?.file ?? "";
}
