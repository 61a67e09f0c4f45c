import { LIMITS } from "#shared/limits.ts";
import { dataSourceFacts } from "#shared/source-kinds.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { nextAutoSync } from "#server/features/data-sources/auto-sync.ts";
import { hasRest } from "#server/features/data-sources/sync-data-source.ts";
import { syncableSources } from "#server/features/data-sources/sync-leads.ts";
import { nextRequestAt } from "#server/features/language-model/second-reader.ts";
import { GMAIL } from "#server/features/mailbox/mailbox-account.ts";
import { nextMailboxSync } from "#server/features/mailbox/next-mailbox-sync.ts";
import { isWatched } from "#server/features/mailbox/watched-mailboxes.ts";
import { dueAfterLast } from "#server/jobs/queue/due.ts";
import type { Plan, Planning } from "#server/jobs/schedules/plan.ts";
import { everyMinutes } from "#server/jobs/schedules/rhythm-words.ts";
import { nextScrape, SCRAPE_RHYTHM } from "#server/features/websites/next-scrape.ts";

/** Syncs every active data source, and in between the rest of a limited sync. */
export async function autoSyncPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "auto-sync";
  const active = await syncableSources(workspace);
  const whole = nextAutoSync(active, settings, now);
  const isWholeDue = whole !== null && whole <= now;
  const isRestNext = whole !== null && !isWholeDue && active.some(hasRest);
  const at = isRestNext ? now : whole;
  const listens = new Set(
    active.map(({ type }) => dataSourceFacts(type).announces).filter((words) => words !== undefined),
  );
  return {
    id,
    title: "Data source sync",
    rhythm: [everyMinutes(settings.syncIntervalMinutes), ...listens].join("; "),
    isOn: settings.autoSync,
    settingsPath: "/configuration#sync",
    due: dueAfterLast(at, lastRuns.get(id), now, {
      isFixed: active.every(({ failingSince }) => failingSince === null),
    }),
    job: isRestNext ? jobs.syncRest(active) : jobs.sync(active),
    byHand: active.length > 0 ? jobs.sync(active) : { blocker: "No data source is active. Turn one on first." },
  };
}

/** Scrapes each website. */
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
      due: dueAfterLast(at, lastRuns.get(id), now, { isFixed: target.failingSince === null }),
      job: jobs.scrape(target),
    };
  });
}

/** Syncs the mailbox of the Gmail screen; none until it's set up. */
export async function mailboxPlans({ workspace, now, lastRuns }: Planning): Promise<Plan[]> {
  const record = await workspace.store.mailbox.read();
  if (record === null) return [];
  const id = "mailbox";
  const at = nextMailboxSync(record, now);
  const listens = (await isWatched(workspace, GMAIL)) ? ", and as soon as mail arrives" : "";
  const plan: Plan = {
    id,
    title: `Sync of ${record.email}`,
    rhythm: `${everyMinutes(record.syncInterval)}${listens}`,
    isOn: at !== null,
    settingsPath: "/gmail",
    due: dueAfterLast(at, lastRuns.get(id), now, {
      isFixed: record.failingSince === null || record.lastAttempt === null,
    }),
    job: jobs.mailbox(record),
    byHand: record.enabled
      ? jobs.mailbox(record)
      : { blocker: "The integration is off. Turn it on under Gmail Integration first." },
  };
  return [plan];
}

/** Reads messages that need review with the language model; none if the operator has configured no model. */
export async function secondReadingPlans({ workspace, now, settings, lastRuns }: Planning): Promise<Plan[]> {
  const { languageModel, store } = workspace;
  if (languageModel === null) return [];
  const id = "second-reading";
  const isOn = settings.useLanguageModel;
  const isWaiting = isOn && (await store.mailbox.unreadByModel(1, LIMITS.secondReader.tries)).length > 0;
  const at = isWaiting ? ((await nextRequestAt(workspace, languageModel))?.at ?? now) : null;
  const plan: Plan = {
    id,
    title: "Language model for unclear messages",
    rhythm: `As they arrive, at most ${languageModel.requestsPerDay.toLocaleString("en")} requests a day`,
    isOn,
    isInternal: true,
    settingsPath: "/gmail",
    due: dueAfterLast(at, lastRuns.get(id), now),
    job: jobs.secondReading(),
    byHand: isOn ? jobs.secondReading() : { blocker: "The language model is off. An owner can turn it on." },
  };
  return [plan];
}
