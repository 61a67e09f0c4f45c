import { sql, type RawBuilder } from "kysely";
import { CONTRACT_FIELDS, LEAD_COLUMNS, type LeadField } from "#server/store/lead-columns.ts";

/** Notes are cut to this in the list's rows; the detail has the whole. */
const NOTES_IN_ROW = 200;
const ONLY_IN_DETAIL: readonly LeadField[] = ["rawData", "sourceData"];

/** How an engine writes one value of a JSON object, and the object. */
export interface JsonSpelling {
  id(column: string): string;
  json(column: string): string;
  object(pairs: readonly { name: string; value: string }[]): string;
}

/**
 * The SQL expressions that make JSON of a lead of the table `l`. They name the contract's fields one by one, so no
 * other column can ever be answered.
 */
export function leadJsonBy(spelling: JsonSpelling): { full: RawBuilder<string>; row: RawBuilder<string> } {
  const expression = (fields: readonly LeadField[], notes: string): RawBuilder<string> => {
    const pairs = fields.map((name) => {
      const { column, kind } = LEAD_COLUMNS[name];
      const stored = `l.${column}`;
      if (name === "notes") return { name, value: notes };
      return {
        name,
        value: kind === "id" ? spelling.id(stored) : kind === "json" ? spelling.json(stored) : stored,
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

export const SQLITE_JSON: JsonSpelling = {
  id: (column) => `cast(${column} as text)`,
  json: (column) => `json(${column})`,
  object: (pairs) => `json_object(${pairs.map(({ name, value }) => `'${name}', ${value}`).join(", ")})`,
};

/** row_to_json of a subquery was a quarter faster than json_build_object, which names each field in each row. */
export const POSTGRES_JSON: JsonSpelling = {
  id: (column) => `${column}::text`,
  json: (column) => `${column}::json`,
  object: (pairs) =>
    `(select row_to_json(o)::text from (select ${pairs.map(({ name, value }) => `${value} as "${name}"`).join(", ")}) o)`,
};
