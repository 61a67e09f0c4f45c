/**
 * Version of the row reader. Raise it with every change that reads different fields or facts from the same row, so that
 * rows read by an earlier version can be read again.
 */
export const SHEET_READER_VERSION = 5;
