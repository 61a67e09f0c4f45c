import type { ScrapeRun, ScrapeRunSummary, ScrapeTarget } from "#shared/contract/scrape-target.ts";

/** A target as kept; `leadsFound` counts the new leads of all its runs. */
export type ScrapeTargetRecord = Omit<ScrapeTarget, "lastRun">;

/** A page as a run left it, so that the next one can ask whether it has changed (RFC 9110, conditional requests). */
export interface KnownPage {
  url: string;
  etag: string;
  lastModified: string;
  contentHash: string;
  /** Where it led to, so that an unchanged page need not be read for its links. */
  links: string[];
  /** The row keys of the leads that it names. */
  rowKeys: string[];
  /** The version of what read it. */
  readBy: number;
}

export interface ScrapeStore {
  list(): Promise<ScrapeTargetRecord[]>;
  get(id: string): Promise<ScrapeTargetRecord | null>;
  create(target: Omit<ScrapeTargetRecord, "id">): Promise<ScrapeTargetRecord>;
  update(id: string, patch: Partial<Omit<ScrapeTargetRecord, "id" | "createdAt">>): Promise<ScrapeTargetRecord | null>;
  /** Its runs and known pages go with it, its leads stay. */
  remove(id: string): Promise<boolean>;
  /** Writes a new run, and forgets those beyond the latest `LIMITS.scrapeTarget.runsKept`. Answers its id. */
  beginRun(run: Omit<ScrapeRun, "id">): Promise<string>;
  /** Replaces a run by how it stands now, and adds `newLeads` to the target's count. */
  writeRun(run: ScrapeRun, newLeads?: number): Promise<void>;
  /** The latest runs of a target, newest first. */
  runs(targetId: string, limit: number): Promise<ScrapeRunSummary[]>;
  /** A run with its pages; null when there is none. */
  run(id: string): Promise<ScrapeRun | null>;
  /** The latest run of every target, by the target's id. */
  latestRuns(): Promise<Map<string, ScrapeRunSummary>>;
  /** Runs that were begun and not finished: under way, or left by a process that ended. */
  unfinishedRuns(): Promise<ScrapeRun[]>;
  knownPages(targetId: string): Promise<Map<string, KnownPage>>;
  rememberPages(targetId: string, pages: readonly KnownPage[]): Promise<void>;
  /** What was known of a site under other settings says nothing any more. */
  forgetPages(targetId: string): Promise<void>;
}
