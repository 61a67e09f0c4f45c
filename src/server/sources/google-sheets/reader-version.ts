/**
 * Which reading of rows made a lead. Raise it with every change that reads other fields or facts from the same row: rows
 * that an earlier version has read can then be read again.
 */
export const SHEET_READER_VERSION = 1;
