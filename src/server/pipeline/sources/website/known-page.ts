/** A page's state from an earlier crawl, for conditional requests (RFC 9110, 13). */
export interface KnownPage {
  url: string;
  etag: string;
  lastModified: string;
  contentHash: string;
  /** Links to follow, each as priority, space, URL. */
  links: string[];
  /** Row keys of the leads found on it. */
  rowKeys: string[];
  /** Version of the extractor that read it. */
  readBy: number;
}
