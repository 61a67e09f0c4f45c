import { TABLES } from "#server/db/actions/nouns.ts";
import { seesLead, seesLivingLead } from "#server/db/engine/seen-lead.ts";
import type { Table } from "#server/db/engine/table.ts";
import type { Sight } from "#server/platform/acting.ts";
import { type CompiledSql, type Dialect, Sql } from "#server/db/engine/sql.ts";

/** Placeholders of a condition: the account's owner key and its username. */
const PLACEHOLDER = /:(?:owner|username)\b/gu;

/** The tables of which an account with limited sight sees only some rows. */
const LIMITED: ReadonlyMap<string, SeenRows> = new Map(
  TABLES.flatMap((table) => {
    const seen = seenRowsOf(table);
    return seen === null ? [] : [[table.name, seen] as const];
  }),
);

/** A statement's text around the values it gets from the sight; `at` is how many of the statement's values precede them. */
interface Limited {
  texts: string[];
  values: { of: keyof Sight; at: number }[];
}

const TABLE = new RegExp(`"?\\b(${[...LIMITED.keys()].join("|")})\\b"?`, "gu");
/** A change, which returns only rows that it names. */
const WRITES = /^\s*(?:insert|update|delete)\b/u;
/** A reference before the table's name that reads its rows; deleting reads none. */
const READS = /(?<!\bdelete\s+)\b(?:from|join)\s+$/u;
/** Another mention: a column's table, the target of a write, or a text. */
const IS_OTHER = /(?:[.']|\b(?:into|update|delete\s+from)\s+)$/u;
const KEYWORDS =
  "where|on|join|cross|left|inner|order|group|limit|union|for|using|indexed|returning|except|intersect|and|or|having|set";
const NAMED = new RegExp(`^(?:\\s+(?:as\\s+)?(?<alias>(?!(?:${KEYWORDS})\\b)\\w+))?(?<hint>\\s+indexed by \\w+)?`, "u");
const MATCH = /^\s+match\s+(?:\?|\$\d+)/u;

const MOST = 500;
const known: Record<Dialect, Map<string, Limited>> = { sqlite: new Map(), postgres: new Map() };

/** A statement that reads, limited to what an account sees. */
export class SightedSql extends Sql {
  readonly #query: Sql;
  readonly #sight: Sight;

  constructor(query: Sql, sight: Sight) {
    super([""], []);
    this.#query = query;
    this.#sight = sight;
  }

  override compile(dialect: Dialect): CompiledSql {
    const { text, values } = this.#query.compile(dialect);
    if (WRITES.test(text)) return { text, values };
    const limited = limitedOf(text, dialect);
    return written(limited, values, this.#sight, dialect);
  }
}

function limitedOf(text: string, dialect: Dialect): Limited {
  const found = known[dialect].get(text);
  if (found !== undefined) return found;
  const limited = split(limit(text), dialect);
  if (known[dialect].size >= MOST) known[dialect].clear();
  known[dialect].set(text, limited);
  return limited;
}

/** Replaces each table that is read by its seen rows. Throws where it can't tell what a mention of a table means. */
function limit(text: string): string {
  let limited = "";
  let reached = 0;
  for (const { 0: mention, 1: name = "", index } of text.matchAll(TABLE)) {
    if (index < reached) continue;
    const before = text.slice(0, index);
    const after = text.slice(index + mention.length);
    const seen = LIMITED.get(name);
    if (seen === undefined) continue;
    if ("afterMatch" in seen) {
      const match = MATCH.exec(after);
      // The table comes before its MATCH.
      if (match === null && after.includes(`${name} match`)) continue;
      if (match === null) throw cantLimit(name, text);
      limited += text.slice(reached, index) + mention + match[0] + seen.afterMatch;
      reached = index + mention.length + match[0].length;
      continue;
    }
    if (READS.test(before)) {
      const found = NAMED.exec(after);
      const rest = found?.[0] ?? "";
      const { alias = name, hint = "" } = found?.groups ?? {};
      limited += `${text.slice(reached, index)}(${seen.select(hint)}) ${alias}`;
      reached = index + mention.length + rest.length;
    } else if (!IS_OTHER.test(before) && !after.startsWith(".")) {
      throw cantLimit(name, text);
    }
  }
  return limited + text.slice(reached);
}

function cantLimit(name: string, text: string): Error {
  return new Error(`Can't tell what is read of ${name}: ${text}`);
}

/** Takes the placeholders out of the text. */
function split(text: string, dialect: Dialect): Limited {
  const values: Limited["values"] = [];
  const texts = text.split(PLACEHOLDER);
  let before = "";
  for (const [index, { 0: placeholder }] of [...text.matchAll(PLACEHOLDER)].entries()) {
    before += texts[index] ?? "";
    const at = dialect === "sqlite" ? before.split("?").length - 1 : 0;
    values.push({ of: placeholder === ":owner" ? "ownerKey" : "username", at });
  }
  return { texts, values };
}

/** SQLite's parameters are in the text's order, PostgreSQL's are numbered and follow those of the statement. */
function written({ texts, values }: Limited, own: readonly unknown[], sight: Sight, dialect: Dialect): CompiledSql {
  const parameter = (index: number): string => (dialect === "sqlite" ? "?" : `$${own.length + index + 1}::text`);
  const text = texts.map((part, index) => (index === values.length ? part : part + parameter(index))).join("");
  if (dialect === "postgres") return { text, values: [...own, ...values.map(({ of }) => sight[of])] };
  const all: unknown[] = [];
  let reached = 0;
  for (const { of, at } of values) {
    all.push(...own.slice(reached, at), sight[of]);
    reached = at;
  }
  return { text, values: [...all, ...own.slice(reached)] };
}

/** SQL that selects the seen rows of a table, with an index hint if it has one, or that follows a text index's MATCH. */
type SeenRows = { select: (hint: string) => string } | { afterMatch: string };

/** Null for a table whose rows are all seen. Throws if a table with personal data doesn't say which are. */
function seenRowsOf({ name, people, seen }: Table): SeenRows | null {
  const ofLeads = "none" in people ? undefined : people.leads?.map(isSeen(seesLead)).join(" and ");
  if (seen === undefined && ofLeads !== undefined) {
    return { select: () => `select * from ${name} seen where ${ofLeads}` };
  }
  const given = seen ?? ("none" in people ? "all" : undefined);
  if (given === undefined) throw new Error(`${name} must declare which rows an account with limited sight sees.`);
  if (given === "all") return null;
  if (given === "none") return { select: () => `select * from ${name} where 1 = 0` };
  if ("isIndex" in given) return { afterMatch: ` and ${seesLivingLead(`${name}.rowid`)}` };
  if ("where" in given) return { select: (hint) => `select * from ${name} seen ${hint} where ${given.where}` };
  if ("leads" in given) {
    return {
      select: () => `select * from ${name} seen where ${given.leads.map(isSeen(seesLivingLead)).join(" and ")}`,
    };
  }
  const { by, columns } = given.counts;
  const groups = by.map((column) => column.replace(/ as \w+$/u, ""));
  return {
    select: () => `select ${[...by, ...columns].join(", ")} from leads
      where owner_key in ('', :owner) group by ${groups.join(", ")}`,
  };
}

/** A row without a lead is seen by everyone. */
function isSeen(sees: (id: string) => string): (column: string) => string {
  return (column) => `(seen.${column} is null or ${sees(`seen.${column}`)})`;
}
