/**
 * Which reading of submissions made a lead. Raise it with every change that reads other fields or facts from the same
 * submission: those that an earlier version has read can then be read again.
 */
export const FORM_READER_VERSION = 1;
