import type { Engine } from "#server/db/engine/engine.ts";
import { ADDRESS_COLUMNS, CONTRACT_FIELDS, LEAD_COLUMNS } from "#server/db/leads/lead-columns.ts";
import { sql, type Sql } from "#server/db/engine/sql.ts";

/** Maximum characters of notes in a list row; the detail view has all of them. */
const NOTES_IN_ROW = 200;
const ONLY_IN_DETAIL: readonly (typeof CONTRACT_FIELDS)[number][] = ["rawData", "sourceData"];

/** A lead of table `l` as JSON text with these contract fields. */
interface LeadJson {
  full: Sql;
  row: Sql;
}

/** An engine's SQL for a JSON value and a JSON object. */
interface JsonSpelling {
  id(column: string): string;
  json(column: string): string;
  /** The names of the tags with marks in this column. */
  tags(column: string): string;
  /** The values in this column, by the key of their field. */
  fields(column: string): string;
  object(pairs: readonly { name: string; value: string }[]): string;
}

/**
 * The SQL expressions that render a lead of table `l` as JSON. They list the contract's fields one by one, so no other
 * column can be exposed.
 */
function leadJsonBy(spelling: JsonSpelling): LeadJson {
  const expression = (fields: typeof CONTRACT_FIELDS, notes: string): Sql => {
    const pairs = fields.map((name) => {
      if (name === "tags") return { name, value: spelling.tags("l.tag_marks") };
      if (name === "fields") return { name, value: spelling.fields("l.custom_fields") };
      if (name === "addressQuality" || name === "addressReason") return { name, value: `l.${ADDRESS_COLUMNS[name]}` };
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

const TAG_NAMES = "select distinct shown.name as name";
const TAG_SHOWN = "join tags shown on shown.id = coalesce(tags.merged_into, tags.id)";

const SQLITE: JsonSpelling = {
  id: (column) => `cast(${column} as text)`,
  json: (column) => `json(${column})`,
  tags: (column) => `json(case when ${column} is null then '[]' else (select json_group_array(name order by name) from (
    ${TAG_NAMES} from json_each(${column}) mark join tags on tags.id = mark.value ->> 'id' ${TAG_SHOWN}
    where mark.value ->> 'removed' is null)) end)`,
  fields: (column) => `json(case when ${column} is null then '{}' else (
    select json_group_object(f.key, json(each.value -> '$.value') order by f.id)
    from json_each(${column}) each join lead_fields f on f.id = each.value ->> 'id') end)`,
  object: (pairs) => `json_object(${pairs.map(({ name, value }) => `'${name}', ${value}`).join(", ")})`,
};

/** row_to_json of a subquery was 25% faster than json_build_object, which repeats each field name in every row. */
const POSTGRES: JsonSpelling = {
  id: (column) => `${column}::text`,
  json: (column) => `${column}::json`,
  tags: (
    column,
  ) => `case when ${column} is null then '[]'::json else (select coalesce(json_agg(name order by name), '[]')
    from (${TAG_NAMES} from json_array_elements(${column}::json) mark join tags on tags.id = (mark ->> 'id')::bigint
    ${TAG_SHOWN} where mark ->> 'removed' is null) names) end`,
  fields: (column) => `case when ${column} is null then '{}'::json else (
    select coalesce(json_object_agg(f.key, each -> 'value' order by f.id), '{}')
    from json_array_elements(${column}::json) each join lead_fields f on f.id = (each ->> 'id')::bigint) end`,
  object: (pairs) =>
    `(select row_to_json(o)::text from (select ${pairs.map(({ name, value }) => `${value} as "${name}"`).join(", ")}) o)`,
};

export const LEAD_JSON: Readonly<Record<Engine["name"], LeadJson>> = {
  sqlite: leadJsonBy(SQLITE),
  postgres: leadJsonBy(POSTGRES),
};
