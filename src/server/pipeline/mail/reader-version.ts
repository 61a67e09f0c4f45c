/**
 * Version of the message reader that created a lead. Increase it with every change that extracts another writer or text
 * from the same message, so that messages read by an earlier version can be read again.
 */
export const EMAIL_READER_VERSION = 13;
