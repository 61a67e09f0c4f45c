import { sql } from "kysely";
import { formatTextList } from "#shared/text-list.ts";
import type { Engine } from "#server/store/engine.ts";
import { BEFORE_COLUMNS, leadChunks } from "#server/store/lead-chunks.ts";
import { LEAD_COLUMNS, type LeadField } from "#server/store/lead-columns.ts";
import { criteriaFor } from "#server/store/lead-filter.ts";
import { NEWEST_FIRST, orderOf } from "#server/store/lead-order.ts";
import { fromStored, jsonFromStored } from "#server/store/stored-text.ts";
import type { LeadStore } from "#server/store/types.ts";

/** Lists without an end, chunk by chunk, so that memory stays flat. */
export function leadExport(engine: Engine): Pick<LeadStore, "streamJson" | "streamColumns"> {
  return {
    async *streamJson() {
      const columns = engine.sql.leadJson.full;
      let opening = "[";
      for await (const rows of leadChunks(engine, {
        criteria: {},
        order: orderOf(NEWEST_FIRST),
        after: null,
        columns,
      })) {
        yield jsonFromStored(opening + rows.map(([, , json]) => json).join(","));
        opening = ",";
      }
      yield opening === "[" ? "[]" : "]";
    },

    async *streamColumns({ sort = NEWEST_FIRST, ...filter }, names) {
      const fields = names.map(fieldOf);
      const columns = sql.raw(fields.map((field) => `l.${LEAD_COLUMNS[field].column}`).join(", "));
      const cells = fields.map((field) => cellOf(field));
      const criteria = await engine.run(() => criteriaFor(filter));
      const query = { criteria, order: orderOf(sort, criteria), after: null, columns };
      for await (const rows of leadChunks(engine, query)) {
        yield rows.map((row) => cells.map((cell, index) => cell(row[index + BEFORE_COLUMNS])));
      }
    },
  };
}

function fieldOf(name: string): LeadField {
  if (Object.hasOwn(LEAD_COLUMNS, name)) return name as LeadField;
  throw new Error(`A lead has no field ${name}.`);
}

/** How a stored value of the field reads in a cell. */
function cellOf(field: LeadField): (value: unknown) => string {
  if (field === "keywords" || field === "missingInfo") {
    return (value) => (value === "[]" ? "" : formatTextList(readList(fromStored(value as string))));
  }
  return (value) => (typeof value === "string" ? fromStored(value) : `${(value ?? "") as string | number}`);
}

/** A stored list that is not empty. Without escapes a quote only ends a text; parsing the JSON took a tenth of an export. */
function readList(json: string): string[] {
  return json.includes("\\") ? (JSON.parse(json) as string[]) : json.slice('["'.length, -'"]'.length).split('","');
}
