/** One row of a file as read. */
export interface FileRow {
  /** Its number in the file from 1, blank rows counted as a spreadsheet counts them. */
  number: number;
  cells: string[];
  /** Why it cannot be read, in words. */
  broken?: string;
}

/** The next rows, and how much of the file has been read for them, 0 to 1. */
export interface RowsRead {
  rows: FileRow[];
  progress: number;
}
