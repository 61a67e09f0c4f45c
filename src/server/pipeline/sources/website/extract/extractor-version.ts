/**
 * Version of the extraction. Raise it with every change that finds more or different records on the same page, so that
 * pages read by an earlier version are read again even if the site reports them as unchanged.
 */
export const EXTRACTOR_VERSION = 22;
