import type { ColumnTarget, ImportColumn } from "#shared/contract/lead-import.ts";
import { LIMITS } from "#shared/limits.ts";
import { nameColumns } from "#server/reading/columns.ts";
import { isBlank } from "#server/reading/row-reader.ts";
import { guessTargets } from "#server/sources/file-import/column-targets.ts";
import { mostFrequent } from "#server/sources/file-import/dialect.ts";
import { fileRefused } from "#server/sources/file-import/file-kind.ts";
import type { FileRow } from "#server/sources/file-import/file-row.ts";
import { looksLikeHeader } from "#server/sources/file-import/header-row.ts";
import { filledWidth } from "#server/sources/file-import/lead-rows.ts";

/** What the first rows of a file tell of all of it. */
export interface Table {
  hasHeader: boolean;
  columns: ImportColumn[];
  preview: string[][];
  /** What a person should look at, a sentence each. */
  oddities: string[];
}

const LONGEST_SHOWN = 200;
const CONTACT: ReadonlySet<ColumnTarget> = new Set(["email", "phone", "scrapeUrl"]);

/**
 * Makes a table of a file's first rows. Cells of text are counted as they are delimited; in a sheet, where each cell has
 * its own column, the widest row counts. Throws file_refused for a file without rows or with too many columns.
 */
export function tableOf(
  sample: readonly FileRow[],
  chosen: { hasHeader?: boolean | undefined; targets?: readonly ColumnTarget[] | undefined },
  isSheet: boolean,
): Table {
  const filled = sample.filter(({ cells }) => !cells.every(isBlank));
  const [first] = filled;
  if (first === undefined) throw fileRefused("There are no rows in it.");
  const hasHeader = chosen.hasHeader ?? looksLikeHeader(first.cells);
  const header = hasHeader ? first.cells : [];
  const rows = hasHeader ? filled.slice(1) : filled;
  const width = widthOf(header, rows, isSheet);
  if (width > LIMITS.import.columns) {
    throw fileRefused(`It has more than ${LIMITS.import.columns} columns. Keep those that tell something of a lead.`);
  }
  const cells = rows.filter(({ broken }) => broken === undefined).map((row) => row.cells);
  const named = nameColumns(header.map(shown), width, 1);
  const targets = chosen.targets ?? guessTargets(named, cells);
  const columns = named.map(({ index, name }) => ({
    index,
    name,
    target: targets[index] ?? "fact",
    samples: samplesOf(cells, index),
  }));
  return {
    hasHeader,
    columns,
    preview: rows
      .slice(0, LIMITS.import.previewRows)
      .map((row) => row.cells.slice(0, LIMITS.import.columns).map(shown)),
    oddities: odditiesOf(rows, filledWidth(header), columns),
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

/** Whether a lead can be reached by what a column becomes. */
export function isContact(target: ColumnTarget): boolean {
  return CONTACT.has(target);
}

function odditiesOf(rows: readonly FileRow[], headers: number, columns: readonly ImportColumn[]): string[] {
  const oddities: string[] = [];
  if (rows.length === 0) oddities.push("There are no rows below the header.");
  if (!columns.some(({ target }) => isContact(target))) {
    oddities.push(
      "No column is an e-mail address, a phone number or a web address: choose one, or every row is left out.",
    );
  }
  const wide = rows.filter(({ cells, broken }) => broken === undefined && filledWidth(cells) > columns.length).length;
  if (wide > 0)
    oddities.push(`${ofTheFirst(wide, rows.length)} more cells than there are columns, and would be left out.`);
  if (headers > 0 && columns.length > headers) {
    oddities.push("There are more columns than headers: look whether each header stands above what it names.");
  }
  const broken = rows.find((row) => row.broken !== undefined);
  if (broken !== undefined) oddities.push(`Row ${broken.number} would be left out: ${broken.broken}.`);
  return oddities;
}

function ofTheFirst(count: number, all: number): string {
  return `${count} of the first ${all} rows ${count === 1 ? "has" : "have"}`;
}

function shown(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…`.toWellFormed() : text;
}
