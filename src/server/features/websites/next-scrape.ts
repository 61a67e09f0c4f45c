import type { ScrapeFrequency, ScrapeRunSummary } from "#shared/contract/scrape-target.ts";
import { HOUR } from "#shared/durations.ts";
import type { ScrapeTargetRecord } from "#server/db/sources/scrapes.ts";
import { UNWATCHED_MILLISECONDS } from "#server/features/leads/note-success.ts";
import { afterInterval } from "#server/platform/clock.ts";

/** Milliseconds between two automatic scrapes. */
export const SCRAPE_INTERVALS: Readonly<Record<ScrapeFrequency, number | null>> = {
  manual: null,
  hourly: HOUR,
  daily: 24 * HOUR,
  weekly: 7 * 24 * HOUR,
  monthly: 30 * 24 * HOUR,
};

/** How often a target is scraped, in words. */
export const SCRAPE_RHYTHM: Readonly<Record<ScrapeFrequency, string>> = {
  manual: "Manually",
  hourly: "Every hour",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every 30 days",
};

/**
 * When a target is scraped next: an interval after the latest attempt, however it was started; null if only manually.
 */
export function nextScrape(
  { isActive, scrapeFrequency, createdAt }: Pick<ScrapeTargetRecord, "isActive" | "scrapeFrequency" | "createdAt">,
  lastRun: Pick<ScrapeRunSummary, "startedAt"> | undefined,
  now: Date,
): Date | null {
  const interval = SCRAPE_INTERVALS[scrapeFrequency];
  if (!isActive || interval === null) return null;
  return afterInterval([lastRun?.startedAt ?? createdAt], interval, now);
}

/** After how long without a run a scrape target counts as off, in milliseconds. */
export function unwatchedAfter({ scrapeFrequency }: { scrapeFrequency: ScrapeFrequency }): number {
  const interval = SCRAPE_INTERVALS[scrapeFrequency];
  return interval === null ? Infinity : Math.max(UNWATCHED_MILLISECONDS, 2 * interval);
}
