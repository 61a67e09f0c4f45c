import { WRITE_BACK_COLUMNS, type WriteBackColumn } from "#shared/contract/leads/write-back.ts";
import { AppError } from "#server/platform/errors.ts";
import { rangeStart } from "#server/pipeline/sources/google-sheets/a1-range.ts";
import type { Credentials } from "#server/pipeline/sources/google-sheets/credentials.ts";
import {
  headerIndex,
  parseSheet,
  requireContacts,
  type SheetRead,
} from "#server/pipeline/sources/google-sheets/parse.ts";
import { isBlank } from "#server/pipeline/text/row-reader.ts";
import { WireFailure } from "#server/pipeline/sources/google-sheets/wire-failure.ts";
import type { ColumnWrite, OwnCell, Snapshot, WriteWire } from "#server/pipeline/sources/google-sheets/write-wire.ts";

/** What each row of a sheet gets, by its key. */
export type WriteBackValues = ReadonlyMap<string, Readonly<Record<WriteBackColumn, string | number>>>;

export interface WriteBack {
  columns: readonly WriteBackColumn[];
  /** Called with the tab before anything is written; throws if another source writes to it. */
  claim: (tab: { spreadsheetId: string; sheetId: number }) => Promise<void>;
  /** The values of these rows; rows without a lead are missing. */
  valuesOf: (rowKeys: readonly string[]) => Promise<WriteBackValues>;
}

export interface WrittenBack {
  /** Rows of leads. */
  rows: number;
  /** Cells that changed. */
  cells: number;
}

interface Place {
  credentials: Credentials;
  spreadsheetId: string;
  /** The range that a sync reads. */
  range: string;
  fieldNames: readonly string[];
}

/** Snapshots until the sheet holds still. */
const ROUNDS = 6;
/** Google's limit is 50,000. */
const LONGEST_CELL = 2_000;

/**
 * Makes Winnow's columns show each row's values. A write can hit the wrong rows, if someone sorts or inserts rows after
 * the snapshot it is based on, but never a column of someone else; so each write is followed by another snapshot, and
 * whatever differs is written again. Once a snapshot is right, its cells move along with their rows. Throws WireFailure
 * or AppError.
 */
export async function writeBack(
  { wire, patiently }: { wire: WriteWire; patiently: <T>(call: () => Promise<T>) => Promise<T> },
  { credentials, spreadsheetId, range, fieldNames }: Place,
  { columns, claim, valuesOf }: WriteBack,
  signal?: AbortSignal,
): Promise<WrittenBack> {
  const title = await patiently(() => wire.tabOf(credentials, spreadsheetId, range, signal));
  let cells = 0;
  let refusal: WireFailure | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const snapshot = await patiently(() => wire.snapshot(credentials, spreadsheetId, { title, range }, signal));
    if (round === 0) await claim({ spreadsheetId, sheetId: snapshot.sheetId });
    const header = headerRowOf(snapshot);
    const missing = columns.filter((column) => !snapshot.own.has(column));
    if (missing.length > 0) {
      refuseStrangers(snapshot, header, missing);
      const at = Math.max(0, ...snapshot.rows.map((row) => row.findLastIndex((cell) => cell !== "") + 1));
      const isAtEnd = at >= snapshot.columnCount;
      // Not repeated when the answer is lost, which could insert the columns twice.
      const inserted = { sheetId: snapshot.sheetId, at, isAtEnd, headerRow: header, columns: missing };
      refusal = await orMoved(() => wire.insert(credentials, spreadsheetId, inserted, signal));
      continue;
    }
    const { rows, writes, changed } = await plan(snapshot, header, columns, valuesOf, fieldNames);
    if (writes.length === 0) return { rows, cells };
    cells += changed;
    refusal = await orMoved(() => patiently(() => wire.write(credentials, spreadsheetId, writes, signal)));
  }
  if (refusal !== null) throw refusal;
  throw new AppError("sheet_restless", 502, `“${title}” kept changing during the write. Winnow tries again shortly.`);
}

/** The first row index of the tab that holds the headers. */
function headerRowOf(snapshot: Snapshot): number {
  const { range, title } = snapshot;
  const others = othersOf(snapshot);
  const index = headerIndex(others);
  if (index < 0) {
    throw others.some((cells) => !cells.every(isBlank))
      ? new AppError(
          "sheet_no_headers",
          422,
          `“${title}” has no row of headers to add columns to. Insert one at the top.`,
        )
      : new AppError("sheet_empty", 422, `“${title}” is empty, so there are no rows to write to.`);
  }
  return index + rangeStart(range).row - 1;
}

/** Columns that only look like Winnow's may hold someone's work. */
function refuseStrangers({ rows, own, title }: Snapshot, header: number, missing: readonly WriteBackColumn[]): void {
  const places = new Set([...own.values()].map(({ index }) => index));
  const wanted = new Set(missing.map((column): string => WRITE_BACK_COLUMNS[column]));
  const taken = (rows[header] ?? []).find((cell, index) => !places.has(index) && wanted.has(String(cell).trim()));
  if (taken === undefined) return;
  throw new AppError(
    "sheet_column_taken",
    422,
    `“${title}” already has a column named “${taken}” that Winnow didn't add. Rename or delete it.`,
  );
}

async function plan(
  snapshot: Snapshot,
  header: number,
  columns: readonly WriteBackColumn[],
  valuesOf: WriteBack["valuesOf"],
  fieldNames: readonly string[],
): Promise<{ rows: number; writes: ColumnWrite[]; changed: number }> {
  const { rows: all, own } = snapshot;
  const read = othersRead(snapshot, "", fieldNames);
  requireContacts(read);
  const { rows } = read;
  const known = await valuesOf(rows.map(({ rowKey }) => rowKey));
  const wanted = new Map<number, Readonly<Record<WriteBackColumn, string | number>>>();
  for (const { rowKey, sourceData } of rows) {
    const found = known.get(rowKey);
    if (found !== undefined) wanted.set(Number(sourceData?.["row"]) - 1, found);
  }
  let changed = 0;
  const writes = columns.flatMap((column): ColumnWrite[] => {
    const place = own.get(column);
    if (place === undefined) return [];
    const cells = all.map((row, index): OwnCell | null => {
      const want = index === header ? WRITE_BACK_COLUMNS[column] : plain(wanted.get(index)?.[column] ?? "");
      return (row[place.index] ?? "") === want ? null : want;
    });
    const length = cells.findLastIndex((cell) => cell !== null) + 1;
    if (length === 0) return [];
    changed += cells.filter((cell) => cell !== null).length;
    return [{ metadataId: place.metadataId, cells: cells.slice(0, length) }];
  });
  return { rows: wanted.size, writes, changed };
}

/** The leads of a sheet that Winnow writes to. */
export function othersRead(snapshot: Snapshot, spreadsheetId = "", fieldNames: readonly string[] = []): SheetRead {
  return parseSheet({ spreadsheetId, range: snapshot.range, values: othersOf(snapshot), fieldNames });
}

/** The range without Winnow's columns, whatever they are called by now. */
function othersOf({ values, range, own }: Snapshot): string[][] {
  const left = rangeStart(range).column - 1;
  const indexes = new Set([...own.values()].map(({ index }) => index - left));
  return values.map((cells) => cells.filter((_, index) => !indexes.has(index)));
}

/** Text that the sheet returns as it was written. */
function plain(value: string | number): string | number {
  if (typeof value === "number") return value;
  return value
    .slice(0, LONGEST_CELL)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .replace(/^'+/u, "");
}

/** Rows or columns were deleted since the snapshot, so that the request no longer fits: the next one decides. */
async function orMoved(call: () => Promise<void>): Promise<WireFailure | null> {
  try {
    await call();
    return null;
  } catch (error) {
    const isMoved =
      error instanceof WireFailure && error.status === 400 && !/protected|not supported/iu.test(error.said);
    if (!isMoved) throw error;
    return error;
  }
}
