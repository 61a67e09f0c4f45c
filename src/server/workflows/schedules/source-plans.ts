import { jobs } from "#server/workflows/jobs.ts";
import { nextAutoSync } from "#server/workflows/data-sources/auto-sync.ts";
import { hasRest } from "#server/workflows/data-sources/sync-data-source.ts";
import { syncableSources } from "#server/workflows/data-sources/sync-leads.ts";
import { GMAIL } from "#server/workflows/mail/mailbox-account.ts";
import { nextMailboxSync } from "#server/workflows/mail/next-mailbox-sync.ts";
import { isWatched } from "#server/workflows/mail/watched-mailboxes.ts";
import { dueAfterLast } from "#server/workflows/schedules/due.ts";
import type { Plan, Planning } from "#server/workflows/schedules/plan.ts";
import { everyMinutes } from "#server/workflows/schedules/rhythm-words.ts";
import { nextScrape, SCRAPE_RHYTHM } from "#server/workflows/websites/next-scrape.ts";

/** Reading every active data source, and in between what a limited sync left of one. */
export async function autoSyncPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "auto-sync";
  const active = await syncableSources(workspace);
  const whole = nextAutoSync(active, settings, now);
  const isWholeDue = whole !== null && whole <= now;
  const isRestNext = whole !== null && !isWholeDue && active.some(hasRest);
  const at = isRestNext ? now : whole;
  const listens = active.some(({ type }) => type === "email") ? "; mailboxes also as soon as they announce mail" : "";
  return {
    id,
    title: "Auto-sync of data sources",
    rhythm: `${everyMinutes(settings.syncIntervalMinutes)}${listens}`,
    isOn: settings.autoSync,
    settingsPath: "/configuration",
    due:
      at === null
        ? null
        : dueAfterLast(at, lastRuns.get(id), now, {
            isMended: active.every(({ failingSince }) => failingSince === null),
          }),
    job: isRestNext ? jobs.syncRest() : jobs.sync(),
    byHand: active.length > 0 ? jobs.sync() : { obstacle: "No data source is active, so there is nothing to read." },
  };
}

/** Scraping each website. */
export async function scrapePlans({ workspace, now, lastRuns }: Planning): Promise<Plan[]> {
  const { scrapes } = workspace.store;
  const [targets, runs] = await Promise.all([scrapes.list(), scrapes.latestRuns()]);
  return targets.map((target): Plan => {
    const id = `scrape:${target.id}`;
    const at = nextScrape(target, runs.get(target.id), now);
    return {
      id,
      title: `Scrape of ${target.name}`,
      rhythm: SCRAPE_RHYTHM[target.scrapeFrequency],
      isOn: at !== null,
      settingsPath: "/lead-scraper",
      due: at === null ? null : dueAfterLast(at, lastRuns.get(id), now, { isMended: target.failingSince === null }),
      job: jobs.scrape(target),
      byHand: jobs.scrape(target),
    };
  });
}

/** Reading the mailbox of the Gmail screen; none before it is set up. */
export async function mailboxPlans({ workspace, now, lastRuns }: Planning): Promise<Plan[]> {
  const record = await workspace.store.mailbox.read();
  if (record === null) return [];
  const id = "mailbox";
  const at = nextMailboxSync(record, now);
  const listens = (await isWatched(workspace, GMAIL)) ? ", and as soon as it announces mail" : "";
  const plan: Plan = {
    id,
    title: `Sync of ${record.email}`,
    rhythm: `${everyMinutes(record.syncInterval)}${listens}`,
    isOn: at !== null,
    settingsPath: "/gmail",
    due:
      at === null
        ? null
        : dueAfterLast(at, lastRuns.get(id), now, {
            isMended: record.failingSince === null || record.lastAttempt === null,
          }),
    job: jobs.mailbox(),
    byHand: record.enabled
      ? jobs.mailbox()
      : { obstacle: "The integration is switched off. Enable it on the Gmail screen first." },
  };
  return [plan];
}
