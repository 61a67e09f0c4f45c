/** A page as a crawl left it, so that the next one can ask whether it has changed (RFC 9110, 13). */
export interface KnownPage {
  url: string;
  etag: string;
  lastModified: string;
  contentHash: string;
  /** The links to follow, each as its priority, a space and its address. */
  links: string[];
  /** The row keys of the leads that it names. */
  rowKeys: string[];
  /** The version of the extraction that read it. */
  readBy: number;
}
