import type { RawLead } from "#shared/raw-lead.ts";
import { rangeStart } from "#server/sources/google-sheets/a1-range.ts";
import { nameColumns, recogniseColumns } from "#server/reading/columns.ts";
import type { ColumnRole } from "#server/reading/header-words.ts";
import { isBlank, RowReader } from "#server/reading/row-reader.ts";
import { SHEET_READER_VERSION } from "#server/sources/google-sheets/reader-version.ts";

/** A values answer: formatted cells by row, rows as short as their last filled cell, and the range they begin at. */
export interface SheetValues {
  spreadsheetId: string;
  /** As answered, such as `'My Sheet'!A1:Z1000`. */
  range: string;
  values: readonly (readonly string[])[];
}

/** A sheet as read: every row that holds data is either in `rows` or, with the reason, in `skipped`. */
export interface SheetRead {
  sheetTitle: string;
  rows: RawLead[];
  skipped: { locator: string; reason: string }[];
  /** The headers that are not blank, made distinct, in the order of the sheet. */
  headers: string[];
  /** The headers found for each role, the best first; a later one fills in where an earlier is blank. */
  columns: Partial<Record<ColumnRole, string[]>>;
}

/**
 * Reads a sheet's values into raw leads. The first row with anything in it holds the headers; blank rows are ignored.
 * Text is passed on exactly as it stands in the cells. Never throws: an empty sheet has no headers and no rows.
 */
export function parseSheet({ spreadsheetId, range, values }: SheetValues): SheetRead {
  const start = rangeStart(range);
  const headerAt = values.findIndex((cells) => !cells.every(isBlank));
  const headerRow = values[headerAt] ?? [];
  const width = values.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  const columns = nameColumns(headerRow, width, start.column);
  const byRole = recogniseColumns(columns);
  const reader = new RowReader(columns, byRole);

  const rows: RawLead[] = [];
  const skipped: SheetRead["skipped"] = [];
  for (const [at, cells] of values.entries()) {
    if (at <= headerAt || cells.every(isBlank)) continue;
    const row = start.row + at;
    const locator = `${start.sheet}, row ${row}`;
    if (repeatsHeaders(cells, headerRow)) skipped.push({ locator, reason: "Repeats the headers" });
    else {
      const sourceData = { spreadsheetId, sheet: start.sheet, row, range };
      rows.push({ ...reader.read(cells), locator, readBy: SHEET_READER_VERSION, sourceData });
    }
  }
  return {
    sheetTitle: start.sheet,
    rows,
    skipped,
    headers: columns.filter((column) => column.hasHeader).map((column) => column.name),
    columns: Object.fromEntries(Object.entries(byRole).map(([role, list]) => [role, list.map(({ name }) => name)])),
  };
}

/** Sheets joined from several exports carry the header row again in their middle; it is nobody's lead. */
function repeatsHeaders(cells: readonly string[], headerRow: readonly string[]): boolean {
  return headerRow.every((header, index) => (cells[index] ?? "").trim() === header.trim());
}
