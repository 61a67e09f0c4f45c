import type { Kysely } from "kysely";
import type pg from "pg";
import { toStored } from "#server/store/stored-text.ts";
import type { Tables } from "#server/store/tables.ts";
import type { Statement } from "#server/store/work.ts";

/** What every connection keeps prepared; the texts of daily work are far fewer. */
const MAX_NAMES = 500;

/**
 * Gives each text of a statement a name, under which every connection prepares it once; unless its best plan depends
 * on the values, which PostgreSQL weighs only for a statement without a name. The names are bounded, because a
 * connection never forgets one: texts that are met after `maxNames` others are planned for each call.
 */
export function createQueryNamer(
  build: Kysely<Tables>,
  maxNames = MAX_NAMES,
): (statement: Statement) => pg.QueryConfig & { rowMode?: "array" } {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    const name = `winnow_${names.size}`;
    names.set(text, name);
    return name;
  };
  return ({ query, verbatim = false, planEachTime = false }) => {
    const { sql: text, parameters } = query.compile(build);
    const name = planEachTime ? undefined : nameOf(text);
    return {
      text,
      values: parameters.map((value) => (typeof value === "string" ? toStored(value) : value)),
      ...(name !== undefined && { name }),
      ...(verbatim ? { rowMode: "array" } : {}),
    };
  };
}
