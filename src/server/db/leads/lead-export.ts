import type { LeadSort } from "#shared/contract/leads/lead.ts";
import type { NextStep } from "#shared/contract/leads/next-step.ts";
import { formatTextList } from "#shared/text/text-list.ts";
import { LEAD_JSON } from "#server/db/leads/lead-json.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { BEFORE_COLUMNS, leadChunks } from "#server/db/leads/lead-chunks.ts";
import { ADDRESS_COLUMNS, LEAD_COLUMNS, type LeadField } from "#server/db/leads/lead-columns.ts";
import { criteriaFor, type LeadChoice } from "#server/db/leads/lead-filter.ts";
import { NEWEST_FIRST, orderFor, orderOf } from "#server/db/leads/lead-order.ts";
import { fieldCell, fieldOfColumn } from "#server/db/leads/lead-fields.ts";
import { tagCells } from "#server/db/leads/lead-tags.ts";
import { fromStored, jsonFromStored } from "#server/db/engine/stored-text.ts";
import { sql } from "#server/db/engine/sql.ts";

/** Streams lists of any length chunk by chunk, so memory stays flat. */
export function leadExport(engine: Engine) {
  return {
    /** Streams all leads, newest first, as chunks of one JSON array. Holds at most one chunk in memory. */
    async *streamJson(): AsyncIterable<string> {
      const columns = LEAD_JSON[engine.name].full;
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

    /** Chunks of rows in the list's order and with its filters; each row holds the named columns as text. */
    async *streamColumns(
      { sort = NEWEST_FIRST, ...filter }: LeadChoice & { sort?: LeadSort | undefined },
      names: readonly string[],
    ): AsyncIterable<string[][]> {
      const columns = sql.raw(names.map((name) => `l.${columnOf(name)}`).join(", "));
      const tagCell = names.includes("tagMarks") ? await engine.run(tagCells) : null;
      const cells = names.map((name) => (name === "tagMarks" && tagCell !== null ? tagCell : cellOf(name)));
      const query = await engine.run(function* () {
        const criteria = yield* criteriaFor(filter);
        return { criteria, order: yield* orderFor(sort, criteria), after: null, columns };
      });
      for await (const rows of leadChunks(engine, query)) {
        yield rows.map((row) => cells.map((cell, index) => cell(row[index + BEFORE_COLUMNS])));
      }
    },
  };
}

/** When the next step is due, a column besides the fields. */
export const DUE_COLUMN = "nextStepDue";

function columnOf(name: string): string {
  if (name === DUE_COLUMN) return "next_step_due";
  if (fieldOfColumn(name) !== null) return LEAD_COLUMNS.customFields.column;
  if (Object.hasOwn(ADDRESS_COLUMNS, name)) return ADDRESS_COLUMNS[name as keyof typeof ADDRESS_COLUMNS];
  if (Object.hasOwn(LEAD_COLUMNS, name)) return LEAD_COLUMNS[name as LeadField].column;
  throw new Error(`A lead has no field ${name}.`);
}

/** Formats the field's stored value for a cell. */
function cellOf(field: string): (value: unknown) => string {
  const customField = fieldOfColumn(field);
  if (customField !== null) return fieldCell(customField);
  if (field === "nextStep") {
    return (value) => (value === "null" ? "" : (JSON.parse(fromStored(value as string)) as NextStep).text);
  }
  if (field === DUE_COLUMN) return (value) => (typeof value === "string" ? value.replace("T", " ") : "");
  if (field === "keywords" || field === "missingInfo") {
    return (value) => (value === "[]" ? "" : formatTextList(readList(fromStored(value as string))));
  }
  return (value) => (typeof value === "string" ? fromStored(value) : `${(value ?? "") as string | number}`);
}

/**
 * Reads a stored, non-empty list. Without escapes every quote is a delimiter; parsing the JSON took a tenth of an
 * export.
 */
function readList(json: string): string[] {
  return json.includes("\\") ? (JSON.parse(json) as string[]) : json.slice('["'.length, -'"]'.length).split('","');
}
