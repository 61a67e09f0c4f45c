/**
 * Version of the submission reader. Raise it with every change that reads different fields or facts from the same
 * submission, so that submissions read by an earlier version can be read again.
 */
export const FORM_READER_VERSION = 6;
