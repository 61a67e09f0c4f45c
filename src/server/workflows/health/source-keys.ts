import type { ScrapeFrequency } from "#shared/contract/scrape-target.ts";
import { SCRAPE_INTERVALS } from "#server/workflows/websites/next-scrape.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Under which the watchdog knows each source. */
export const MAILBOX_KEY = "mailbox";
export const FORMS_KEY = "forms";
export const sourceKey = (id: string): string => `source:${id}`;
export const targetKey = (id: string): string => `target:${id}`;

/** A source that had not run for so long was off: silence counts anew. */
const UNWATCHED_MILLISECONDS = 2 * 86_400_000;

/** After how long without a run a scrape target was off, in milliseconds. */
export function unwatchedAfter({ scrapeFrequency }: { scrapeFrequency: ScrapeFrequency }): number {
  const interval = SCRAPE_INTERVALS[scrapeFrequency];
  return interval === null ? Infinity : Math.max(UNWATCHED_MILLISECONDS, 2 * interval);
}

/**
 * Says that a run of a source went well, and whether it brought anything that was new. A run that cannot be noted is
 * no failure of the source.
 */
export async function noteSuccess(
  { store, clock, log }: Pick<Workspace, "store" | "clock" | "log">,
  key: string,
  brought: boolean,
  unwatched = UNWATCHED_MILLISECONDS,
): Promise<void> {
  try {
    await store.health.noteSuccess(key, { at: clock(), brought, unwatched });
  } catch (error) {
    log.warn({ err: error }, "success not noted");
  }
}
