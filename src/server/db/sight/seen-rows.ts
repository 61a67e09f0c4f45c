import { TABLES } from "#server/db/actions/nouns.ts";
import { seesLead, seesLivingLead } from "#server/db/engine/seen-lead.ts";
import type { Table } from "#server/db/engine/table.ts";

/** Placeholders of a condition: the account's owner key and its username. */
export const PLACEHOLDER = /:(?:owner|username)\b/gu;

/** The tables of which an account with limited sight sees only some rows. */
export const LIMITED: ReadonlyMap<string, SeenRows> = new Map(
  TABLES.flatMap((table) => {
    const seen = seenRowsOf(table);
    return seen === null ? [] : [[table.name, seen] as const];
  }),
);

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
