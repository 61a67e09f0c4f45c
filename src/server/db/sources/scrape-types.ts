import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";

/** A stored target; `leadsFound` counts the new leads of all its runs. */
export type ScrapeTargetRecord = Omit<ScrapeTarget, "lastRun" | "version">;

/** A page as a run left it, so that the next run can send a conditional request (RFC 9110). */
export interface KnownPage {
  url: string;
  etag: string;
  lastModified: string;
  contentHash: string;
  /** Its links, so that an unchanged page needn't be parsed for them. */
  links: string[];
  /** Row keys of the leads it names. */
  rowKeys: string[];
  /** The version of the reader that parsed it. */
  readBy: number;
}
