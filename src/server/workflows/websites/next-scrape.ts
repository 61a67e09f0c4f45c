import type { ScrapeFrequency, ScrapeRunSummary } from "#shared/contract/scrape-target.ts";
import type { ScrapeTargetRecord } from "#server/store/scrape-types.ts";
import { afterInterval } from "#server/workflows/schedules/due.ts";

const HOUR = 3_600_000;
/** Between two scrapes that nobody asked for, in milliseconds. */
export const SCRAPE_INTERVALS: Readonly<Record<ScrapeFrequency, number | null>> = {
  manual: null,
  hourly: HOUR,
  daily: 24 * HOUR,
  weekly: 7 * 24 * HOUR,
  monthly: 30 * 24 * HOUR,
};

/** How often a target is scraped, in people's words. */
export const SCRAPE_RHYTHM: Readonly<Record<ScrapeFrequency, string>> = {
  manual: "By hand",
  hourly: "Every hour",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every 30 days",
};

/** When a target is scraped next: an interval after the latest attempt, whoever made it; null when only by hand. */
export function nextScrape(
  { isActive, scrapeFrequency, createdAt }: Pick<ScrapeTargetRecord, "isActive" | "scrapeFrequency" | "createdAt">,
  lastRun: Pick<ScrapeRunSummary, "startedAt"> | undefined,
  now: Date,
): Date | null {
  const interval = SCRAPE_INTERVALS[scrapeFrequency];
  if (!isActive || interval === null) return null;
  return afterInterval([lastRun?.startedAt ?? createdAt], interval, now);
}
