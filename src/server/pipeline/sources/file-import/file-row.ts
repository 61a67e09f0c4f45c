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
