import { type GoogleAnswer, refusals } from "#test/peers/google/google-answers.ts";
import { writeA1 } from "#test/peers/google/a1-notation.ts";

/** A cell: its text, or what it shows and what it holds. */
export type PeerCell = string | { formatted: string; value: string | number | boolean; formula?: string };

/** The cells of a tab, or a function that returns them at each request. */
export type PeerCells = PeerCell[][] | (() => PeerCell[][]);

export interface Tab {
  sheetId: number;
  title: string;
  hidden: boolean;
  rows: () => PeerCell[][];
  /** Once columns were added. */
  columnCount: number;
  /** Developer metadata of columns, which moves with them. */
  marks: ColumnMark[];
}

export interface ColumnMark {
  metadataId: number;
  metadataKey: string;
  metadataValue: string;
  visibility: string;
  index: number;
}

/** A rectangle of a tab, counted from 1. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The requests of spreadsheets.batchUpdate that the peer knows. */
interface Request {
  appendDimension?: { sheetId?: number; dimension: string; length: number };
  insertDimension?: { range: DimensionRange; inheritFromBefore?: boolean };
  deleteDimension?: { range: DimensionRange };
  updateCells?: {
    start: { sheetId?: number; rowIndex?: number; columnIndex?: number };
    fields: string;
    rows: { values: { userEnteredValue?: Entered }[] }[];
  };
  createDeveloperMetadata?: {
    developerMetadata: {
      metadataKey: string;
      metadataValue: string;
      visibility: string;
      location: { dimensionRange: DimensionRange };
    };
  };
}

interface DimensionRange {
  sheetId?: number;
  dimension: string;
  startIndex: number;
  endIndex: number;
}

interface Entered {
  stringValue?: string;
  numberValue?: number;
  boolValue?: boolean;
  formulaValue?: string;
}

let lastMetadataId = 700_000_000;

/** The tab's rows as a copy that may be changed in place. */
export function ownRows(tab: Tab): PeerCell[][] {
  const rows = tab.rows().map((row) => [...row]);
  tab.rows = () => rows;
  return rows;
}

/** Inserts empty columns; what is to the right moves, with its metadata. */
export function insertColumns(tab: Tab, at: number, count: number): void {
  const { columnCount } = gridOf(tab);
  for (const row of ownRows(tab)) if (row.length > at) row.splice(at, 0, ...Array.from({ length: count }, () => ""));
  tab.columnCount = columnCount + count;
  for (const mark of tab.marks) if (mark.index >= at) mark.index += count;
}

/** Deletes columns with their metadata. */
export function deleteColumns(tab: Tab, at: number, count: number): void {
  const { columnCount } = gridOf(tab);
  for (const row of ownRows(tab)) row.splice(at, count);
  tab.columnCount = columnCount - count;
  tab.marks = tab.marks
    .filter(({ index }) => index < at || index >= at + count)
    .map((mark) => (mark.index < at ? mark : { ...mark, index: mark.index - count }));
}

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/sheets#GridData */
export function gridData(tab: Tab, { top, left, bottom, right }: Area): Record<string, unknown> {
  const rows = tab.rows().slice(top - 1, bottom);
  return {
    ...(top > 1 && { startRow: top - 1 }),
    ...(left > 1 && { startColumn: left - 1 }),
    rowData: rows.map((row) => ({ values: row.slice(left - 1, right).map(cellData) })),
    columnMetadata: Array.from({ length: right - left + 1 }, (_, offset) => {
      const developerMetadata = tab.marks
        .filter(({ index }) => index === left - 1 + offset)
        .map(({ index, ...mark }) => ({
          ...mark,
          location: {
            locationType: "COLUMN",
            dimensionRange: { sheetId: tab.sheetId, dimension: "COLUMNS", startIndex: index, endIndex: index + 1 },
          },
        }));
      return { pixelSize: 100, ...(developerMetadata.length > 0 && { developerMetadata }) };
    }),
  };
}

function cellData(cell: PeerCell): Record<string, unknown> {
  if (cell === "") return {};
  if (typeof cell === "string") return { userEnteredValue: { stringValue: cell }, formattedValue: cell };
  const { formatted, value, formula } = cell;
  const kind = typeof value === "number" ? "numberValue" : typeof value === "boolean" ? "boolValue" : "stringValue";
  return {
    userEnteredValue: formula === undefined ? { [kind]: value } : { formulaValue: formula },
    formattedValue: formatted,
  };
}

function cellOf(value: unknown): PeerCell {
  if (typeof value === "number") return { formatted: String(value), value };
  if (typeof value === "boolean") return { formatted: value ? "TRUE" : "FALSE", value };
  return typeof value === "string" ? value : "";
}

/** Applies every request, or none. */
export function applyRequests(spreadsheetId: string, tabs: readonly Tab[], body: unknown): GoogleAnswer {
  const { requests } = body as { requests: Request[] };
  const before = tabs.map((tab) => ({ ...tab, marks: tab.marks.map((mark) => ({ ...mark })) }));
  for (const tab of tabs) ownRows(tab);
  const replies: unknown[] = [];
  for (const [index, request] of requests.entries()) {
    const reply = applyRequest(tabs, request);
    if (typeof reply === "string") {
      for (const [at, tab] of tabs.entries()) Object.assign(tab, before[at]);
      return refusals.invalidRequest(`Invalid requests[${index}].${Object.keys(request)[0]}: ${reply}`);
    }
    replies.push(reply);
  }
  return { status: 200, body: { spreadsheetId, replies } };
}

/** The reply, or why the request is invalid. */
function applyRequest(tabs: readonly Tab[], request: Request): object | string {
  const { appendDimension, insertDimension, deleteDimension, updateCells, createDeveloperMetadata } = request;
  const found = (sheetId = 0): Tab | undefined => tabs.find((tab) => tab.sheetId === sheetId);
  const range =
    insertDimension?.range ??
    deleteDimension?.range ??
    createDeveloperMetadata?.developerMetadata.location.dimensionRange;
  const tab = found(range?.sheetId ?? updateCells?.start.sheetId ?? appendDimension?.sheetId);
  if (tab === undefined) return "No grid with id";
  const { columnCount } = gridOf(tab);
  if (appendDimension !== undefined) {
    if (appendDimension.dimension !== "COLUMNS") return "The peer only appends columns.";
    tab.columnCount = columnCount + appendDimension.length;
    return {};
  }
  if (range !== undefined) {
    const { dimension, startIndex, endIndex } = range;
    if (dimension !== "COLUMNS") return "The peer only knows columns.";
    if (startIndex >= columnCount) {
      return `range.startIndex[${startIndex}] must be less than grid size[${columnCount}]`;
    }
    if (createDeveloperMetadata !== undefined) {
      const { metadataKey, metadataValue, visibility } = createDeveloperMetadata.developerMetadata;
      if (endIndex - startIndex !== 1) return "Developer metadata needs one column.";
      const mark = { metadataId: ++lastMetadataId, metadataKey, metadataValue, visibility, index: startIndex };
      tab.marks.push(mark);
      return { createDeveloperMetadata: { developerMetadata: mark } };
    }
    if (insertDimension !== undefined) insertColumns(tab, startIndex, endIndex - startIndex);
    else deleteColumns(tab, startIndex, endIndex - startIndex);
    return {};
  }
  if (updateCells === undefined) return "The peer doesn't know this request.";
  const { rowIndex = 0, columnIndex = 0 } = updateCells.start;
  for (const [down, { values }] of updateCells.rows.entries()) {
    for (const [across, { userEnteredValue }] of values.entries()) {
      const { stringValue, numberValue, boolValue } = userEnteredValue ?? {};
      setCell(tab, rowIndex + down, columnIndex + across, cellOf(stringValue ?? numberValue ?? boolValue));
    }
  }
  return {};
}

function setCell(tab: Tab, row: number, column: number, cell: PeerCell): void {
  const rows = tab.rows();
  while (rows.length <= row) rows.push([]);
  const cells = rows[row] ?? [];
  while (cells.length < column) cells.push("");
  cells[column] = cell;
}

interface DataFilterWrite {
  valueInputOption?: string;
  data: {
    dataFilter: { developerMetadataLookup?: { metadataId?: number } };
    majorDimension?: string;
    values: unknown[][];
  }[];
}

/** Writes to the columns that the metadata is on; null leaves a cell, an empty text clears it. */
export function writeByDataFilter(spreadsheetId: string, tabs: readonly Tab[], body: unknown): GoogleAnswer {
  const { valueInputOption, data } = body as DataFilterWrite;
  if (valueInputOption !== "RAW") return refusals.invalidRequest("The peer only writes RAW values.");
  const writes: (() => void)[] = [];
  const responses: unknown[] = [];
  for (const { dataFilter, majorDimension = "ROWS", values } of data) {
    const { metadataId } = dataFilter.developerMetadataLookup ?? {};
    const tab = tabs.find(({ marks }) => marks.some((mark) => mark.metadataId === metadataId));
    const index = tab?.marks.find((mark) => mark.metadataId === metadataId)?.index;
    if (tab === undefined || index === undefined) return refusals.invalidRequest(`No data matched the data filter.`);
    if (majorDimension !== "COLUMNS") return refusals.invalidRequest("The peer only writes columns.");
    const { rowCount } = gridOf(tab);
    const area = { top: 1, left: index + 1, bottom: rowCount, right: index + 1 };
    const [cells = [], ...more] = values;
    const range = writeA1(tab.title, area);
    if (more.length > 0) return refusals.outsideRange(range, "column");
    if (cells.length > rowCount) return refusals.outsideRange(range, `row [${rowCount + 1}]`);
    writes.push(() => {
      ownRows(tab);
      for (const [row, value] of cells.entries()) {
        if (value !== null) setCell(tab, row, index, cellOf(value));
      }
    });
    responses.push({ updatedRange: range, updatedCells: cells.filter((cell) => cell !== null).length, dataFilter });
  }
  for (const write of writes) write();
  return { status: 200, body: { spreadsheetId, responses } };
}

export function gridOf(tab: Tab): { rowCount: number; columnCount: number } {
  const rows = tab.rows();
  const widest = rows.reduce((width, row) => Math.max(width, row.length), Math.max(26, tab.columnCount));
  return { rowCount: Math.max(1000, rows.length), columnCount: widest };
}
