/** In UTF-16 units. Real rows are never this long, but text after an unclosed quote can be. */
export const LONGEST_ROW = 8_000_000;
export const TOO_LONG = `The row is longer than ${LONGEST_ROW / 1_000_000} million characters`;

/** One row of a file. */
export interface FileRow {
  /** 1-based row number; blank rows count, as they do in a spreadsheet. */
  number: number;
  cells: string[];
  /** Why the row cannot be read, as text for the user. */
  broken?: string;
}

/** The next rows, and the fraction of the file read so far, 0 to 1. */
export interface RowsRead {
  rows: FileRow[];
  progress: number;
}
