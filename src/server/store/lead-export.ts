import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { formatTextList } from "#shared/text-list.ts";
import type { Engine } from "#server/store/engine.ts";
import { LEAD_COLUMNS, type LeadField } from "#server/store/lead-columns.ts";
import { criteriaOf } from "#server/store/lead-filter.ts";
import { positionOf } from "#server/store/lead-list.ts";
import { NEWEST_FIRST, orderOf, type LeadPosition } from "#server/store/lead-order.ts";
import type { LeadPageQuery, LeadPageRow } from "#server/store/lead-page.ts";
import { fromStored, jsonFromStored } from "#server/store/stored-text.ts";
import type { LeadStore } from "#server/store/types.ts";

/** Where the columns of a query begin in a row, behind its id and its sort key. */
const BEFORE_COLUMNS = 2;
/** Large enough that the query costs little per row, small enough that others need not wait long in between. */
const CHUNK = 200;

/** Lists without an end: page after page, with other work let in between, so that memory stays flat. */
export function leadExport(engine: Engine): Pick<LeadStore, "streamJson" | "streamColumns"> {
  return {
    async *streamJson() {
      const columns = engine.sql.leadJson.full;
      let opening = "[";
      for await (const rows of pagesOf(engine, { criteria: {}, order: orderOf(NEWEST_FIRST), columns })) {
        yield jsonFromStored(opening + rows.map(([, , json]) => json).join(","));
        opening = ",";
      }
      yield opening === "[" ? "[]" : "]";
    },

    async *streamColumns({ sort = NEWEST_FIRST, ...filter }, names) {
      const fields = names.map(fieldOf);
      const columns = sql.raw(fields.map((field) => `l.${LEAD_COLUMNS[field].column}`).join(", "));
      const cells = fields.map((field) => cellOf(field));
      for await (const rows of pagesOf(engine, { criteria: criteriaOf(filter), order: orderOf(sort), columns })) {
        yield rows.map((row) => cells.map((cell, index) => cell(row[index + BEFORE_COLUMNS])));
      }
    },
  };
}

async function* pagesOf(
  engine: Engine,
  query: Omit<LeadPageQuery, "after" | "limit">,
): AsyncGenerator<LeadPageRow[], void> {
  let after: LeadPosition | null = null;
  for (;;) {
    const position: LeadPosition | null = after;
    const rows: LeadPageRow[] = await engine.run(() => engine.pages.page({ ...query, after: position, limit: CHUNK }));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < CHUNK) return;
    after = positionOf(query.order, last);
    await nextTurn();
  }
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
