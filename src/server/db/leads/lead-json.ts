import type { Engine } from "#server/db/engine/engine.ts";
import { CONTRACT_FIELDS, LEAD_COLUMNS, type LeadField } from "#server/db/leads/lead-columns.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";

/** Maximum characters of notes in a list row; the detail view has all of them. */
const NOTES_IN_ROW = 200;
const ONLY_IN_DETAIL: readonly LeadField[] = ["rawData", "sourceData"];

/** A lead of table `l` as JSON text with these contract fields. */
interface LeadJson {
  full: Sql;
  row: Sql;
}

/** An engine's SQL for a JSON value and a JSON object. */
interface JsonSpelling {
  id(column: string): string;
  json(column: string): string;
  object(pairs: readonly { name: string; value: string }[]): string;
}

/**
 * The SQL expressions that render a lead of table `l` as JSON. They list the contract's fields one by one, so no other
 * column can be exposed.
 */
function leadJsonBy(spelling: JsonSpelling): LeadJson {
  const expression = (fields: readonly LeadField[], notes: string): Sql => {
    const pairs = fields.map((name) => {
      const { column, kind } = LEAD_COLUMNS[name];
      const stored = `l.${column}`;
      if (name === "notes") return { name, value: notes };
      return {
        name,
        value:
          kind === "id" || kind === "optionalId"
            ? spelling.id(stored)
            : kind === "json"
              ? spelling.json(stored)
              : stored,
      };
    });
    return sql.raw(spelling.object(pairs));
  };
  return {
    full: expression(CONTRACT_FIELDS, "l.notes"),
    row: expression(
      CONTRACT_FIELDS.filter((field) => !ONLY_IN_DETAIL.includes(field)),
      `substr(l.notes, 1, ${NOTES_IN_ROW})`,
    ),
  };
}

const SQLITE: JsonSpelling = {
  id: (column) => `cast(${column} as text)`,
  json: (column) => `json(${column})`,
  object: (pairs) => `json_object(${pairs.map(({ name, value }) => `'${name}', ${value}`).join(", ")})`,
};

/** row_to_json of a subquery was 25% faster than json_build_object, which repeats each field name in every row. */
const POSTGRES: JsonSpelling = {
  id: (column) => `${column}::text`,
  json: (column) => `${column}::json`,
  object: (pairs) =>
    `(select row_to_json(o)::text from (select ${pairs.map(({ name, value }) => `${value} as "${name}"`).join(", ")}) o)`,
};

export const LEAD_JSON: Readonly<Record<Engine["name"], LeadJson>> = {
  sqlite: leadJsonBy(SQLITE),
  postgres: leadJsonBy(POSTGRES),
};
