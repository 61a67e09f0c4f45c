/**
 * Which reading of rows made a lead. Raise it with every change that makes other fields or facts of the same row and the
 * same choice of columns: rows that an earlier version has read can then be read again.
 */
export const FILE_READER_VERSION = 1;
