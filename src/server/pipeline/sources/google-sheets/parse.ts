import type { RawLead } from "#shared/raw-lead.ts";
import { isWriteBackHeader } from "#shared/contract/leads/write-back.ts";
import { AppError } from "#server/platform/errors.ts";
import { rangeStart } from "#server/pipeline/sources/google-sheets/a1-range.ts";
import { nameKey } from "#shared/text/plain-signs.ts";
import { columnsByRole, rolesOfColumns } from "#server/pipeline/text/column-roles.ts";
import { nameColumns, roleOfHeader } from "#server/pipeline/text/columns.ts";
import { fitToValues } from "#server/pipeline/text/column-values.ts";
import type { ColumnRole } from "#server/pipeline/text/header-words.ts";
import { ABOVE_HEADERS, HEADER_DEPTH, headerAt } from "#server/pipeline/text/header-row.ts";
import { isBlank, RowReader } from "#server/pipeline/text/row-reader.ts";
import { SHEET_READER_VERSION } from "#server/pipeline/sources/google-sheets/reader-version.ts";

/**
 * A values response: formatted cells by row, rows trimmed after their last filled cell, and the range they start at.
 */
export interface SheetValues {
  spreadsheetId: string;
  /** As returned, such as `'My Sheet'!A1:Z1000`. */
  range: string;
  values: readonly (readonly string[])[];
  /** The team's custom fields, whose columns are never taken for something else. */
  fieldNames?: readonly string[];
}

/** A parsed sheet: every row with data is either in `rows` or, with the reason, in `skipped`. */
export interface SheetRead {
  sheetTitle: string;
  rows: RawLead[];
  skipped: { locator: string; reason: string }[];
  /** The non-blank headers, made unique, in sheet order. */
  headers: string[];
  /** The headers found for each role, best first; later ones fill in where earlier ones are blank. */
  columns: Partial<Record<ColumnRole, string[]>>;
}

/** Enough rows to see what a column holds. */
const ROWS_LOOKED_AT = 1_000;

/**
 * Parses a sheet's values into raw leads. Columns are recognized by their headers, and by their values where those say
 * otherwise. Blank rows are ignored, rows above the headers are skipped. Never throws: an empty sheet yields no headers
 * and no rows.
 */
export function parseSheet({ spreadsheetId, range, values: read, fieldNames = [] }: SheetValues): SheetRead {
  const start = rangeStart(range);
  const values = withoutOwnColumns(read);
  const headerRowAt = headerIndex(values);
  const headerRow = values[headerRowAt] ?? [];
  const width = values.reduce((widest, cells) => Math.max(widest, cells.length), 0);
  const columns = nameColumns(headerRow, width, start.column);
  const ofFields = new Set(fieldNames.map(nameKey));
  const byHeader = rolesOfColumns(columns).map(
    (role, at) => role ?? (ofFields.has(nameKey(columns[at]?.name ?? "")) ? ("field" as const) : ("fact" as const)),
  );
  const rowsBelow = values.slice(headerRowAt + 1).filter((cells) => !cells.every(isBlank));
  const roles = fitToValues(columns, rowsBelow.slice(0, ROWS_LOOKED_AT), byHeader);
  const byRole = columnsByRole(
    columns,
    roles.map((role) => (role === "fact" || role === "field" ? null : role)),
  );
  const byValues = columns.flatMap(({ name }, at): [string, string][] =>
    roles[at] === byHeader[at] ? [] : [[name, roles[at] ?? "fact"]],
  );
  const reader = new RowReader(columns, byRole);

  const rows: RawLead[] = [];
  const skipped: SheetRead["skipped"] = [];
  for (const [at, cells] of values.entries()) {
    if (at === headerRowAt || cells.every(isBlank)) continue;
    const row = start.row + at;
    const locator = `${start.sheet}, row ${row}`;
    if (at < headerRowAt) skipped.push({ locator, reason: ABOVE_HEADERS });
    else if (repeatsHeaders(cells, headerRow)) skipped.push({ locator, reason: "Repeats the headers" });
    else {
      const sourceData = { spreadsheetId, sheet: start.sheet, row, range };
      rows.push({
        ...reader.read(cells),
        locator,
        readBy: SHEET_READER_VERSION,
        ...(byValues.length > 0 && { roles: Object.fromEntries(byValues) }),
        sourceData,
      });
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

/** The index of the header row; -1 when there is none. */
export function headerIndex(values: SheetValues["values"]): number {
  const opening: number[] = [];
  for (let at = 0; at < values.length && opening.length < HEADER_DEPTH; at += 1)
    if (values[at]?.every(isBlank) === false) opening.push(at);
  const found = headerAt(opening.map((at) => values[at] ?? []));
  const first = opening[0] ?? -1;
  if (found >= 0) return opening[found] ?? -1;
  // "Email (not info@…)" has an address and is still a header.
  return values[first]?.some((cell) => roleOfHeader(cell) !== null) === true ? first : -1;
}

/** Drops the columns that Winnow writes, so that its own results never count as a change of the row. */
function withoutOwnColumns(values: SheetValues["values"]): SheetValues["values"] {
  const headers = values[headerIndex(values)] ?? [];
  if (!headers.some(isWriteBackHeader)) return values;
  return values.map((cells) => cells.filter((_, index) => !isWriteBackHeader(headers[index] ?? "")));
}

/** Sheets merged from several exports can repeat the header row; it is not a lead. */
function repeatsHeaders(cells: readonly string[], headerRow: readonly string[]): boolean {
  return headerRow.length > 0 && headerRow.every((header, index) => (cells[index] ?? "").trim() === header.trim());
}

/** Throws sheet_empty or sheet_no_contact_column if no lead can be read. */
export function requireContacts({ sheetTitle, rows, headers, columns }: SheetRead): void {
  if (headers.length === 0 && rows.length === 0) {
    throw new AppError("sheet_empty", 422, `“${sheetTitle}” is empty. Put headers in the first row and data below.`);
  }
  if (columns.email === undefined && columns.phone === undefined) {
    const found = headers.length === 0 ? "It has no headers" : `Its headers are: ${headers.join(", ")}`;
    throw new AppError(
      "sheet_no_contact_column",
      422,
      `“${sheetTitle}” has no email or phone column. ${found}. Name a column Email or Phone.`,
    );
  }
}
