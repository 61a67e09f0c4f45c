import type { ColumnTarget, ImportFormat, ImportReading } from "#shared/contract/leads/lead-import.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { restoreCell } from "#shared/spreadsheet-cell.ts";
import { DelimitedParser } from "#server/pipeline/sources/file-import/delimited-parser.ts";
import { AppError, invalid } from "#server/platform/errors.ts";
import { ABOVE_HEADERS, HEADER_DEPTH, headerAt } from "#server/pipeline/text/header-row.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";
import {
  declaredDelimiter,
  detectDelimiter,
  lineEndOf,
  sampleRows,
} from "#server/pipeline/sources/file-import/dialect.ts";
import { fileRefused, kindOfFile, refuseOtherDocuments } from "#server/pipeline/sources/file-import/file-kind.ts";
import { LONGEST_ROW, type FileRow, type RowsRead } from "#server/pipeline/sources/file-import/file-row.ts";
import { sheetRows } from "#server/pipeline/sources/file-import/sheet-rows.ts";
import { beginningOf, bytesOf, type StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";
import { isContact, type Table, tableOf } from "#server/pipeline/sources/file-import/table.ts";
import { byteOrderMark, detectEncoding, encodingNamed } from "#server/pipeline/sources/file-import/text-encoding.ts";
import { openWorkbook, type Sheet, type Workbook } from "#server/pipeline/sources/file-import/workbook.ts";

/** The user's choices; anything not set is detected. */
export interface FileChoice {
  reading: { [Part in keyof ImportReading]?: ImportReading[Part] | undefined };
  targets?: readonly ColumnTarget[] | undefined;
  /** The team's custom fields, which headers may name. */
  fields?: readonly CustomField[];
}

/** How a file would be imported, based on its first rows. */
export interface InspectedFile extends Omit<Table, "hasHeader"> {
  format: ImportFormat;
  reading: ImportReading;
  sheets: string[];
}

const SAMPLE_BYTES = 1_048_576;
const SAMPLE_ROWS = 1_000;
/** A megabyte of short lines would hold other requests while it's parsed with each delimiter. */
const SAMPLE_LINES = 10_000;
const SHEETS_LOOKED_AT = 10;

/**
 * Detects how to read a file, honoring the user's choices. Throws file_refused, saying what the file is and what to do,
 * if it is not a table, and invalid for a choice the file does not offer.
 */
export async function inspectFile(file: StoredFile, choice: FileChoice): Promise<InspectedFile> {
  return (await kindOfFile(file)) === "zip" ? inspectWorkbook(file, choice) : inspectText(file, choice);
}

/** Yields all non-blank rows except the header in batches, read as inspected. */
export async function* dataRows(
  file: StoredFile,
  { format, reading }: Pick<InspectedFile, "format" | "reading">,
): AsyncGenerator<RowsRead> {
  /** The first rows, until there are enough to find the header. */
  let opening: FileRow[] | null = reading.hasHeader ? [] : null;
  for await (const { rows, progress } of allRows(file, format, reading)) {
    const data = opening ?? [];
    for (const row of rows) {
      if (row.cells.every(isBlank)) continue;
      restoreCells(row.cells);
      data.push(row);
    }
    if (opening === null) yield { rows: data, progress };
    else if (opening.length >= HEADER_DEPTH) {
      yield { rows: withoutHeader(opening), progress };
      opening = null;
    }
  }
  if (opening !== null) yield { rows: withoutHeader(opening), progress: 1 };
}

function withoutHeader(opening: readonly FileRow[]): FileRow[] {
  const at = Math.max(0, headerAt(opening.map(({ cells }) => cells)));
  const above = opening.slice(0, at).map((row): FileRow => ({ broken: ABOVE_HEADERS, ...row }));
  return [...above, ...opening.slice(at + 1)];
}

async function* allRows(file: StoredFile, format: ImportFormat, reading: ImportReading): AsyncGenerator<RowsRead> {
  if (format === "xlsx") {
    const workbook = await openWorkbook(file);
    yield* sheetRows(workbook, sheetNamed(workbook, reading.sheet));
  } else {
    yield* textRows(file, reading.encoding ?? "utf-8", reading.delimiter ?? ",");
  }
}

async function inspectText(file: StoredFile, { reading, ...chosen }: FileChoice): Promise<InspectedFile> {
  const encoding = reading.encoding == null ? await detectEncoding(file) : encodingNamed(reading.encoding);
  if (encoding === null) throw invalid("reading.encoding", "This encoding isn't supported.");
  const beginning = await beginningOf(file, SAMPLE_BYTES);
  const decoded = new TextDecoder(encoding).decode(beginning, { stream: file.bytes > SAMPLE_BYTES });
  const text = firstLines(decoded, SAMPLE_LINES);
  const isWhole = file.bytes <= SAMPLE_BYTES && text.length === decoded.length;
  refuseOtherDocuments(text, byteOrderMark(beginning) !== null);
  const delimiter = reading.delimiter ?? detectDelimiter(text, isWhole);
  if (/["\r\n]/u.test(delimiter)) throw invalid("reading.delimiter", "This can't be a delimiter.");
  const rows = sampleRows(text, delimiter, isWhole);
  if (rows.length === 0 && !isWhole) throw fileRefused("The first row is longer than a million characters.");
  const { hasHeader, ...table } = tableOf(restored(rows), { hasHeader: reading.hasHeader, ...chosen }, delimiter);
  if (reading.delimiter === undefined) refuseNoWorkbook(file, table);
  return {
    ...table,
    format: delimiter === "\t" ? "tsv" : "csv",
    reading: { encoding, delimiter, hasHeader, sheet: null },
    sheets: [],
  };
}

function firstLines(text: string, most: number): string {
  const lineEnd = lineEndOf(text);
  let end = 0;
  for (let line = 0; line < most; line += 1) {
    end = text.indexOf(lineEnd, end) + 1;
    if (end === 0) return text;
  }
  return text.slice(0, end);
}

/** Some programs give text tables a workbook's extension. A single column without contacts is not a table. */
function refuseNoWorkbook({ name }: StoredFile, { columns }: Pick<Table, "columns">): void {
  const [only, second] = columns;
  if (!/\.xl[st]\w?$/iu.test(name) || second !== undefined || (only !== undefined && isContact(only.target))) return;
  throw fileRefused("This isn't an Excel workbook, despite its name. Open it in Excel and save it as .xlsx.");
}

async function inspectWorkbook(file: StoredFile, choice: FileChoice): Promise<InspectedFile> {
  const workbook = await openWorkbook(file);
  const named = choice.reading.sheet ?? null;
  if (named !== null) return inspectSheet(workbook, sheetNamed(workbook, named), choice);
  let first: InspectedFile | null = null;
  // A cover sheet or a form can precede the table.
  for (const sheet of workbook.sheets.filter(({ isHidden }) => !isHidden).slice(0, SHEETS_LOOKED_AT)) {
    try {
      const inspected = await inspectSheet(workbook, sheet, choice);
      if (inspected.columns.some(({ target }) => isContact(target))) return inspected;
      first ??= inspected;
    } catch (error) {
      // It is no table, unlike perhaps the next.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return first ?? inspectSheet(workbook, sheetNamed(workbook, null), choice);
}

async function inspectSheet(
  workbook: Workbook,
  sheet: Sheet,
  { reading, ...chosen }: FileChoice,
): Promise<InspectedFile> {
  const sample: FileRow[] = [];
  let characters = 0;
  for await (const { rows } of sheetRows(workbook, sheet)) {
    for (const row of rows) {
      sample.push(row);
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    }
    if (sample.length >= SAMPLE_ROWS || characters > LONGEST_ROW) break;
  }
  const { hasHeader, ...table } = tableOf(restored(sample), { hasHeader: reading.hasHeader, ...chosen }, null);
  return {
    ...table,
    format: "xlsx",
    reading: { encoding: null, delimiter: null, hasHeader, sheet: sheet.name },
    sheets: workbook.sheets.map(({ name }) => name),
  };
}

function sheetNamed({ sheets }: Workbook, name: string | null): Sheet {
  const sheet = name === null ? sheets[0] : sheets.find((each) => each.name === name);
  if (sheet === undefined) throw invalid("reading.sheet", "The workbook has no sheet with this name.");
  return sheet;
}

function restored(rows: readonly FileRow[]): readonly FileRow[] {
  for (const { cells } of rows) restoreCells(cells);
  return rows;
}

/** What programs write so that spreadsheets keep a text: ="01067" and '01067. */
const KEPT = /^(?:="([^"]*)"|'(\d[\d\s()./-]{3,}))$/u;
/** Phone numbers and postal codes in exports of Facebook's lead forms: "p:+49…", "z:01067". */
const MARKED = /^(?:p:(?=\+?\d)|z:(?=[A-Z\d]))([+\w -]{3,20})$/u;
const FIRST_UNITS: ReadonlySet<number> = new Set(["=", "'", "p", "z"].map((sign) => sign.charCodeAt(0)));

/** Removes what protects or marks the values of cells, such as the prefix of exported formulas. */
function restoreCells(cells: string[]): void {
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    if (cell === undefined || !(FIRST_UNITS.has(cell.charCodeAt(0)) || cell.includes("'"))) continue;
    const exported = restoreCell(cell);
    const [, formula, kept] = exported === cell ? (KEPT.exec(cell) ?? []) : [];
    cells[at] = formula ?? kept ?? MARKED.exec(exported)?.[1] ?? exported;
  }
}

/** Yields all rows of a text file in batches. Bytes that the encoding cannot decode become U+FFFD. */
async function* textRows(file: StoredFile, encoding: string, delimiter: string): AsyncGenerator<RowsRead> {
  const decoder = new TextDecoder(encoding);
  let parser: DelimitedParser | null = null;
  let read = 0;
  for await (const piece of bytesOf(file)) {
    read += piece.length;
    let text = decoder.decode(piece, { stream: true });
    if (parser === null) {
      parser = new DelimitedParser(delimiter, lineEndOf(text));
      text = text.slice(declaredDelimiter(text)?.length ?? 0);
    }
    yield { rows: parser.push(text), progress: read / file.bytes };
  }
  if (parser === null) return;
  yield { rows: [...parser.push(decoder.decode()), ...parser.end()], progress: 1 };
}
