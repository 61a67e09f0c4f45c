/**
 * Which reading of messages made a lead. Raise it with every change that reads another writer, or other words, from the
 * same message: those that an earlier version has read can then be read again.
 */
export const EMAIL_READER_VERSION = 1;
