import type pg from "pg";
import { toStored } from "#server/db/engine/stored-text.ts";
import type { Statement } from "#server/db/engine/sql.ts";

/** Prepared statements each connection keeps; normal use needs far fewer. */
const MAX_NAMES = 500;
/**
 * From this many values on, a comparison with a list is planned for each call: a plan kept from when the table was empty
 * reads all rows, and compares each with every value, because only a plan that knows the values hashes them.
 */
const MANY_VALUES = 500;

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
    const name = planEachTime || comparesWithMany(text, values) ? undefined : nameOf(text);
    return {
      text,
      values: values.map((value) => (typeof value === "string" ? toStored(value) : value)),
      ...(name !== undefined && { name }),
      ...(verbatim ? { rowMode: "array" } : {}),
    };
  };
}

function comparesWithMany(text: string, values: readonly unknown[]): boolean {
  return values.some((value) => Array.isArray(value) && value.length >= MANY_VALUES) && text.includes(" = any(");
}
