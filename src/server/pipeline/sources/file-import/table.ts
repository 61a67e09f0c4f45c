import { cutWhole } from "#shared/text/cut-whole.ts";
import type { ColumnTarget, ImportColumn } from "#shared/contract/leads/lead-import.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { fieldsOfType } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { dateOrderOf } from "#server/pipeline/text/date-order.ts";
import { hasDecimalComma } from "#server/pipeline/text/decimal-comma.ts";
import { nameColumns } from "#server/pipeline/text/columns.ts";
import { headerAt } from "#server/pipeline/text/header-row.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";
import { guessTargets } from "#server/pipeline/sources/file-import/column-targets.ts";
import { mostFrequent } from "#server/pipeline/sources/file-import/dialect.ts";
import { fileRefused } from "#server/pipeline/sources/file-import/file-kind.ts";
import type { FileRow } from "#server/pipeline/sources/file-import/file-row.ts";
import { filledWidth } from "#server/pipeline/sources/file-import/lead-rows.ts";

/** What the first rows show about the whole table. */
export interface Table {
  hasHeader: boolean;
  columns: ImportColumn[];
  preview: string[][];
  /** Things the user should check, one sentence each. */
  oddities: string[];
}

const LONGEST_SHOWN = 200;
/** 4.91715E+11 */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d+$/iu;
const CONTACT: ReadonlySet<ColumnTarget> = new Set(fieldsOfType("email", "phone", "link"));

/**
 * Builds a table from a file's first rows. In text, the width is the usual number of cells per row; in a sheet, which
 * has no delimiter and a fixed column for every cell, it is the widest row. Throws file_refused if there are no rows or
 * too many columns.
 */
export function tableOf(
  sample: readonly FileRow[],
  chosen: {
    hasHeader?: boolean | undefined;
    targets?: readonly ColumnTarget[] | undefined;
    fields?: readonly CustomField[] | undefined;
  },
  delimiter: string | null,
): Table {
  const filled = sample.filter(({ cells }) => !cells.every(isBlank));
  const at = headerAt(filled.map(({ cells }) => cells));
  const hasHeader = chosen.hasHeader ?? at >= 0;
  const first = filled[hasHeader ? Math.max(0, at) : 0];
  if (first === undefined) throw fileRefused("The file has no rows.");
  const header = hasHeader ? first.cells : [];
  const rows = hasHeader ? filled.slice(filled.indexOf(first) + 1) : filled;
  const width = widthOf(header, rows, delimiter === null);
  if (width > LIMITS.import.columns) {
    throw fileRefused(`The file has more than ${LIMITS.import.columns} columns. Keep only those with lead data.`);
  }
  const cells = rows.filter(({ broken }) => broken === undefined).map((row) => row.cells);
  const named = nameColumns(header.map(shown), width, 1);
  const targets = chosen.targets ?? guessTargets(named, cells, chosen.fields);
  const columns = named.map(({ index, name }): ImportColumn => {
    const values = cells.map((row) => row[index] ?? "");
    const dates = dateOrderOf(values);
    return {
      index,
      name,
      target: targets[index] ?? "fact",
      ...(dates !== null && { dates }),
      ...(hasDecimalComma(values, delimiter) && { decimal: "comma" as const }),
      samples: samplesOf(cells, index),
    };
  });
  return {
    hasHeader,
    columns,
    preview: rows
      .slice(0, LIMITS.import.previewRows)
      .map((row) => row.cells.slice(0, LIMITS.import.columns).map(shown)),
    oddities: [
      ...(hasHeader && at > 0 ? [`Row ${first.number} has the headers. The rows above it are skipped.`] : []),
      ...odditiesOf(rows, filledWidth(header), columns),
    ],
  };
}

function widthOf(header: readonly string[], rows: readonly FileRow[], isSheet: boolean): number {
  if (isSheet) return rows.reduce((widest, { cells }) => Math.max(widest, filledWidth(cells)), filledWidth(header));
  const usual = mostFrequent(rows.filter(({ broken }) => broken === undefined).map(({ cells }) => cells.length));
  return Math.max(header.length, usual);
}

function samplesOf(rows: readonly (readonly string[])[], index: number): string[] {
  const samples: string[] = [];
  for (const cells of rows) {
    if (samples.length === LIMITS.import.samples) break;
    const value = cells[index] ?? "";
    if (!isBlank(value)) samples.push(shown(value));
  }
  return samples;
}

/** Whether a lead can be contacted through a column with this target. */
export function isContact(target: ColumnTarget): boolean {
  return CONTACT.has(target);
}

function odditiesOf(rows: readonly FileRow[], headers: number, columns: readonly ImportColumn[]): string[] {
  const oddities: string[] = [];
  if (rows.length === 0) oddities.push("There are no rows below the headers.");
  if (!columns.some(({ target }) => isContact(target))) {
    oddities.push("No column is an email, phone or web address. Choose one, or every row will be skipped.");
  }
  const wide = rows.filter(({ cells, broken }) => broken === undefined && filledWidth(cells) > columns.length).length;
  if (wide > 0) oddities.push(`${ofTheFirst(wide, rows.length)} more cells than columns and would be skipped.`);
  if (headers > 0 && columns.some(({ index, samples }) => index >= headers && samples.length > 0)) {
    oddities.push("There are more columns than headers. Check that each header is above its column.");
  }
  const short = columns.find(
    ({ target, samples }) => target === "phone" && samples.some((value) => SHORTENED.test(value)),
  );
  if (short !== undefined) {
    oddities.push(
      `The spreadsheet has shortened the numbers in ${short.name}. Format the column as a number without decimals there, and save it again.`,
    );
  }
  const broken = rows.find((row) => row.broken !== undefined);
  if (broken !== undefined) oddities.push(`Row ${broken.number} would be skipped: ${broken.broken}.`);
  return oddities;
}

function ofTheFirst(count: number, all: number): string {
  return `${count} of the first ${all} rows ${count === 1 ? "has" : "have"}`;
}

function shown(text: string): string {
  return text.length > LONGEST_SHOWN ? `${cutWhole(text, LONGEST_SHOWN)}…`.toWellFormed() : text;
}
