import type pg from "pg";
import { toStored } from "#server/db/engine/stored-text.ts";
import type { Statement } from "#server/db/engine/work.ts";

/** Prepared statements each connection keeps; normal use needs far fewer. */
const MAX_NAMES = 500;

/**
 * Names each statement's text so that every connection prepares it once, unless its best plan depends on the values,
 * which PostgreSQL considers only for unnamed statements. The number of names is limited, because a connection never
 * drops one: texts seen after `maxNames` others are planned for each call.
 */
export function createQueryNamer(
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
    const { text, values } = query.compile("postgres");
    const name = planEachTime ? undefined : nameOf(text);
    return {
      text,
      values: values.map((value) => (typeof value === "string" ? toStored(value) : value)),
      ...(name !== undefined && { name }),
      ...(verbatim ? { rowMode: "array" } : {}),
    };
  };
}
