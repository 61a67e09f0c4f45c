/**
 * Version of the row reader. Raise it with every change that produces different fields or facts from the same row and
 * column choices, so that rows read by an earlier version can be read again.
 */
export const FILE_READER_VERSION = 5;
