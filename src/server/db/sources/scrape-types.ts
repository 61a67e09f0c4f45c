import type { ScrapeRun, ScrapeRunSummary, ScrapeTarget } from "#shared/contract/scrape-target.ts";
import type { RecordStore } from "#server/db/engine/record-store.ts";

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

/** Removing a target also deletes its runs and known pages; its leads stay. */
export interface ScrapeStore extends RecordStore<ScrapeTargetRecord> {
  /** Stores a new run and deletes those beyond the latest `LIMITS.scrapeTarget.storedRuns`. Returns its id. */
  beginRun(run: Omit<ScrapeRun, "id">): Promise<string>;
  /** Updates a run and adds `newLeads` to the target's count. */
  writeRun(run: ScrapeRun, newLeads?: number): Promise<void>;
  /** The latest runs of a target, newest first. */
  runs(targetId: string, limit: number): Promise<ScrapeRunSummary[]>;
  /** A run with its pages; null when there is none. */
  run(id: string): Promise<ScrapeRun | null>;
  /** The latest run of every target, by target id. */
  latestRuns(): Promise<Map<string, ScrapeRunSummary>>;
  /** Unfinished runs: in progress, or left by a process that ended. */
  unfinishedRuns(): Promise<ScrapeRun[]>;
  knownPages(targetId: string): Promise<Map<string, KnownPage>>;
  rememberPages(targetId: string, pages: readonly KnownPage[]): Promise<void>;
  /** Pages read under other settings are no longer valid. */
  forgetPages(targetId: string): Promise<void>;
}
