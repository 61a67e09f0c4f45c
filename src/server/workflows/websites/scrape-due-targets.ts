import type { ScrapeFrequency, ScrapeRunSummary } from "#shared/contract/scrape-target.ts";
import type { ScrapeTargetRecord } from "#server/store/scrape-types.ts";
import { scrapeTarget } from "#server/workflows/websites/scrape-target.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const HOUR = 3_600_000;
/** Between two scrapes that nobody asked for, in milliseconds. */
const INTERVALS: Readonly<Record<ScrapeFrequency, number | null>> = {
  manual: null,
  hourly: HOUR,
  daily: 24 * HOUR,
  weekly: 7 * 24 * HOUR,
  monthly: 30 * 24 * HOUR,
};
/** Crawls mostly wait for their turn at a host. */
const AT_A_TIME = 3;

/** When a target is scraped next: an interval after the latest attempt, whoever made it; null when only by hand. */
function nextScrape(
  { isActive, scrapeFrequency, createdAt }: Pick<ScrapeTargetRecord, "isActive" | "scrapeFrequency" | "createdAt">,
  lastRun: Pick<ScrapeRunSummary, "startedAt"> | undefined,
): Date | null {
  const interval = INTERVALS[scrapeFrequency];
  if (!isActive || interval === null) return null;
  return new Date(Date.parse(lastRun?.startedAt ?? createdAt) + interval);
}

/** Scrapes the active targets whose time has come, the longest overdue first. One that fails does not stop the others. */
export async function scrapeDueTargets(workspace: Workspace): Promise<void> {
  const { store, clock, log, stopping } = workspace;
  const [targets, runs] = await Promise.all([store.scrapes.list(), store.scrapes.latestRuns()]);
  const now = clock();
  const due = targets
    .flatMap((target) => {
      const at = nextScrape(target, runs.get(target.id));
      return at !== null && at <= now ? [{ id: target.id, at: at.getTime() }] : [];
    })
    .toSorted((one, other) => one.at - other.at);
  const scrapeOneByOne = async (): Promise<void> => {
    for (let next = due.shift(); next !== undefined && !stopping.aborted; next = due.shift()) {
      // The run tells people how it failed; one that another process has under way is no failure.
      await scrapeTarget(workspace, next.id).catch((error: unknown) => log.warn({ err: error }, "scrape failed"));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, scrapeOneByOne));
}
