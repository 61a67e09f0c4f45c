import type { sheets_v4 } from "@googleapis/sheets";
import { type WriteBackColumn, WRITE_BACK_COLUMNS } from "#shared/contract/leads/write-back.ts";
import { quoteTab } from "#server/pipeline/sources/google-sheets/a1-range.ts";
import type { SheetsCall } from "#server/pipeline/sources/google-sheets/client.ts";
import type { Credentials } from "#server/pipeline/sources/google-sheets/credentials.ts";
import { columnLetters } from "#server/pipeline/text/columns.ts";

export type OwnCell = string | number | boolean;

/** One of Winnow's columns: its developer metadata moves with it. */
export interface OwnColumnPlace {
  metadataId: number;
  index: number;
}

/** A tab at one moment. */
export interface Snapshot {
  sheetId: number;
  title: string;
  columnCount: number;
  /** The configured range, as a sync reads it. */
  range: string;
  values: string[][];
  /** Every row of the tab, as entered, by column index. */
  rows: OwnCell[][];
  own: Map<string, OwnColumnPlace>;
}

/** New values of one column, from the first row; null leaves a cell as it is. */
export interface ColumnWrite {
  metadataId: number;
  cells: (OwnCell | null)[];
}

interface NewColumns {
  sheetId: number;
  at: number;
  /** Whether `at` is after the last column. */
  isAtEnd: boolean;
  headerRow: number;
  columns: readonly WriteBackColumn[];
}

const METADATA_KEY = "winnow-write-back";
const SNAPSHOT_FIELDS =
  "sheets(properties(sheetId,title,gridProperties),data(startRow,startColumn,rowData(values(formattedValue,userEnteredValue)),columnMetadata(developerMetadata)))";

/** The calls that a write-back takes. All throw WireFailure, or the signal's reason if it aborts. */
export function createWriteWire(call: SheetsCall) {
  return {
    /** The tab that a range is in. */
    async tabOf(credentials: Credentials, spreadsheetId: string, range: string, signal?: AbortSignal): Promise<string> {
      const found = await call(credentials, signal, ({ spreadsheets }, options) =>
        spreadsheets.get({ spreadsheetId, ranges: [range], fields: "sheets.properties", prettyPrint: false }, options),
      );
      return found.sheets?.[0]?.properties?.title ?? "";
    },

    /** One request, so that cells, their places and Winnow's columns fit together. */
    async snapshot(
      credentials: Credentials,
      spreadsheetId: string,
      { title, range }: { title: string; range: string },
      signal?: AbortSignal,
    ): Promise<Snapshot> {
      const found = await call(credentials, signal, ({ spreadsheets }, options) =>
        spreadsheets.get(
          { spreadsheetId, ranges: [range, quoteTab(title)], fields: SNAPSHOT_FIELDS, prettyPrint: false },
          options,
        ),
      );
      return snapshotOf(found.sheets?.[0] ?? {});
    },

    /** Inserts empty columns, and in the same atomic request names and marks them: nothing else can be in them. */
    async insert(
      credentials: Credentials,
      spreadsheetId: string,
      columns: NewColumns,
      signal?: AbortSignal,
    ): Promise<void> {
      await call(credentials, signal, ({ spreadsheets }, options) =>
        spreadsheets.batchUpdate(
          { spreadsheetId, prettyPrint: false, requestBody: { requests: insertRequests(columns) } },
          options,
        ),
      );
    },

    /** Writes to columns by their metadata, wherever they are by then. */
    async write(
      credentials: Credentials,
      spreadsheetId: string,
      columns: readonly ColumnWrite[],
      signal?: AbortSignal,
    ): Promise<void> {
      await call(credentials, signal, ({ spreadsheets }, options) =>
        spreadsheets.values.batchUpdateByDataFilter(
          {
            spreadsheetId,
            prettyPrint: false,
            requestBody: {
              // Never a formula, whatever a value starts with.
              valueInputOption: "RAW",
              data: columns.map(({ metadataId, cells }) => ({
                dataFilter: { developerMetadataLookup: { metadataId } },
                majorDimension: "COLUMNS",
                values: [cells],
              })),
            },
          },
          options,
        ),
      );
    },
  };
}

export type WriteWire = ReturnType<typeof createWriteWire>;

function snapshotOf({ properties, data = [] }: sheets_v4.Schema$Sheet): Snapshot {
  const [asked = {}, whole = {}] = data;
  const title = properties?.title ?? "";
  const own = new Map<string, OwnColumnPlace>();
  for (const [index, { developerMetadata = [] }] of (whole.columnMetadata ?? []).entries()) {
    for (const { metadataId, metadataKey, metadataValue } of developerMetadata) {
      if (metadataKey !== METADATA_KEY || metadataId == null || metadataValue == null) continue;
      // A copy of the column would have the same key; the first one counts.
      if (!own.has(metadataValue)) own.set(metadataValue, { metadataId, index });
    }
  }
  return {
    sheetId: properties?.sheetId ?? 0,
    title,
    columnCount: properties?.gridProperties?.columnCount ?? 0,
    range: `${quoteTab(title)}!${columnLetters((asked.startColumn ?? 0) + 1)}${(asked.startRow ?? 0) + 1}`,
    values: (asked.rowData ?? []).map(({ values = [] }) => values.map(({ formattedValue }) => formattedValue ?? "")),
    rows: (whole.rowData ?? []).map(({ values = [] }) =>
      values.map(({ userEnteredValue }) => entered(userEnteredValue)),
    ),
    own,
  };
}

function entered(value: sheets_v4.Schema$ExtendedValue | undefined): OwnCell {
  return value?.stringValue ?? value?.numberValue ?? value?.boolValue ?? value?.formulaValue ?? "";
}

function insertRequests({ sheetId, at, isAtEnd, headerRow, columns }: NewColumns): sheets_v4.Schema$Request[] {
  const place = (index: number): sheets_v4.Schema$DimensionRange => ({
    sheetId,
    dimension: "COLUMNS",
    startIndex: index,
    endIndex: index + 1,
  });
  return [
    // Columns can only be inserted before another one.
    ...(isAtEnd ? [{ appendDimension: { sheetId, dimension: "COLUMNS", length: 1 } }] : []),
    {
      insertDimension: {
        range: { sheetId, dimension: "COLUMNS", startIndex: at, endIndex: at + columns.length },
        inheritFromBefore: false,
      },
    },
    {
      updateCells: {
        start: { sheetId, rowIndex: headerRow, columnIndex: at },
        fields: "userEnteredValue",
        rows: [
          { values: columns.map((column) => ({ userEnteredValue: { stringValue: WRITE_BACK_COLUMNS[column] } })) },
        ],
      },
    },
    ...columns.map((column, offset) => ({
      createDeveloperMetadata: {
        developerMetadata: {
          metadataKey: METADATA_KEY,
          metadataValue: column,
          visibility: "DOCUMENT",
          location: { dimensionRange: place(at + offset) },
        },
      },
    })),
  ];
}
