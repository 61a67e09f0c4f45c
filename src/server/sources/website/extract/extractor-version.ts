/**
 * Which extraction read a page. Raise it with every change that finds more, or other, records on the same page: a page
 * that an earlier version has read is then read again, also where the site says that it has not changed.
 */
export const EXTRACTOR_VERSION = 1;
