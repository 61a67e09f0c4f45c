import { LIMITS } from "#shared/limits.ts";
import { dataSourceFacts } from "#shared/source-kinds.ts";
import { counted, inEnglish } from "#shared/counted.ts";
import { everyWords, MINUTE } from "#shared/durations.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { calendarDue, dueAfterLast, setSince } from "#server/jobs/queue/due.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import type { Plan, Planning } from "#server/jobs/schedules/plan.ts";
import { calendarRhythm } from "#server/jobs/schedules/rhythm-words.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";
import { nextAutoSync } from "#server/features/data-sources/auto-sync.ts";
import { hasRest } from "#server/features/data-sources/sync-data-source.ts";
import { syncableSources } from "#server/features/data-sources/sync-leads.ts";
import { nextRequestAt } from "#server/features/language-model/second-reader.ts";
import { GMAIL } from "#server/features/mailbox/mailbox-account.ts";
import { nextMailboxSync } from "#server/features/mailbox/next-mailbox-sync.ts";
import { isWatched } from "#server/features/mailbox/watched-mailboxes.ts";
import { nextScrape, SCRAPE_RHYTHM } from "#server/features/websites/next-scrape.ts";
import { randomUUID } from "node:crypto";
import { latestWindow, nextWindow } from "#server/platform/calendar-window.ts";
import { afterInterval } from "#server/platform/clock.ts";
import { nextTeamMails } from "#server/features/digests/send-digests.ts";
import { reportDue } from "#server/features/reports/report-due.ts";
import { activeEmailSettings, EMAIL_NOT_CONFIGURED } from "#server/features/reports/send-report.ts";
import { nextLook } from "#server/features/leads/removal-notice.ts";
import { isBehind } from "#server/features/rules/rescore.ts";

/** An hour after the backup, so that the backup still contains what is deleted then. */
const HOUSEKEEPING_HOUR = 4;

type Planner = (planning: Planning) => Promise<Plan | Plan[]>;

/** In display order. */
const PLANNERS: readonly Planner[] = [
  autoSyncPlan,
  mailboxPlans,
  secondReadingPlans,
  scrapePlans,
  submissionsPlan,
  reportPlans,
  digestPlans,
  followUpPlan,
  retentionPlan,
  duplicatesPlan,
  addressCheckPlan,
  companyFactsPlan,
  rescorePlan,
  backupPlan,
  housekeepingPlan,
];

/** All automatic tasks, computed from the settings, the last runs and the clock, so changes apply immediately. */
export async function readPlans(workspace: Workspace): Promise<{ plans: Plan[]; planning: Planning }> {
  const { store, clock } = workspace;
  const [settings, { timeZone }, lastRuns, rhythms] = await Promise.all([
    readSettings(workspace),
    reportClock(workspace),
    store.schedules.lastRuns(),
    store.schedules.rhythms(),
  ]);
  const planning: Planning = { workspace, now: clock(), settings, timeZone, lastRuns, rhythms };
  const plans = await Promise.all(PLANNERS.map((plan) => plan(planning)));
  return { plans: plans.flat(), planning };
}

/** The nightly backup. */
async function backupPlan({ workspace, now, settings, timeZone, rhythms }: Planning): Promise<Plan> {
  const id = "backup";
  const clock = { timeZone, hour: settings.backupHour };
  const rhythm = calendarRhythm("daily", clock);
  const setTo = settings.backupOn ? rhythm : "off";
  const since = setSince(rhythms.get(id), setTo, now);
  const had = (window: string): Promise<boolean> => workspace.store.schedules.had(id, window);
  return {
    id,
    title: "Nightly backup",
    rhythm,
    isOn: settings.backupOn,
    settingsPath: "/configuration#backup",
    due: settings.backupOn ? await calendarDue("daily", clock, { now, since }, had) : null,
    job: jobs.backup(),
    setTo,
  };
}

/** Deletes expired data. */
async function housekeepingPlan({ workspace, now, timeZone }: Planning): Promise<Plan> {
  const id = "housekeeping";
  const clock = { timeZone, hour: HOUSEKEEPING_HOUR };
  const had = (window: string): Promise<boolean> => workspace.store.schedules.had(id, window);
  return {
    id,
    title: "Cleanup of expired data",
    rhythm: calendarRhythm("daily", clock),
    isInternal: true,
    due: await calendarDue("daily", clock, { now, since: null }, had),
    job: jobs.housekeeping(),
  };
}

/** Syncs every active data source, and in between the rest of a limited sync. */
async function autoSyncPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
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
    rhythm: [everyWords(settings.syncIntervalMinutes, "Every"), ...listens].join("; "),
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
async function scrapePlans({ workspace, now, lastRuns }: Planning): Promise<Plan[]> {
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
async function mailboxPlans({ workspace, now, lastRuns }: Planning): Promise<Plan[]> {
  const record = await workspace.store.mailbox.read();
  if (record === null) return [];
  const id = "mailbox";
  const at = nextMailboxSync(record, now);
  const listens = (await isWatched(workspace, GMAIL)) ? ", and as soon as mail arrives" : "";
  const plan: Plan = {
    id,
    title: `Sync of ${record.email}`,
    rhythm: `${everyWords(record.syncInterval, "Every")}${listens}`,
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
async function secondReadingPlans({ workspace, now, settings, lastRuns }: Planning): Promise<Plan[]> {
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

/** The scheduled report; none until outgoing email is set up. */
async function reportPlans({ workspace, now, settings, timeZone, lastRuns }: Planning): Promise<Plan[]> {
  const records = await workspace.store.emailSettings.list();
  const active = records.find(({ isActive }) => isActive);
  const [shown = active] = records;
  if (shown === undefined) return [];
  const id = "report";
  const { reportFrequency: frequency, recipientEmails } = active ?? shown;
  const recipients = recipientEmails.length;
  const clock = { timeZone, hour: settings.reportHour };
  const due = active === undefined ? null : await reportDue(workspace, active, now, clock);
  const next = nextWindow(frequency, latestWindow(frequency, now, clock), clock).to;
  const plan: Plan = {
    id,
    title: "Qualified leads report",
    rhythm: calendarRhythm(frequency, clock),
    isOn: active !== undefined,
    settingsPath: "/email-settings",
    due:
      active === undefined
        ? null
        : dueAfterLast(due?.at ?? next, lastRuns.get(id), now, { isFixed: active.failingSince === null }),
    job: jobs.scheduledReport(recipients),
    byHand:
      active === undefined
        ? { blocker: EMAIL_NOT_CONFIGURED }
        : jobs.pressedReport(`manual:${randomUUID()}`, recipients),
  };
  return [plan];
}

/** Everyone's digest, at the time that each person chose, and mentions; none until outgoing email is set up. */
async function digestPlans({ workspace, now, lastRuns }: Planning): Promise<Plan[]> {
  const active = await activeEmailSettings(workspace);
  if (active === null || workspace.publicUrl === null) return [];
  const [next] = await nextTeamMails(workspace, active);
  if (next === undefined) return [];
  const id = "digests";
  return [
    {
      id,
      title: "Team emails",
      rhythm: "Daily, when each person chose, and after each mention",
      settingsPath: "/account",
      due: dueAfterLast(next.at, lastRuns.get(id), now, { isFixed: active.failingSince === null }),
      job: jobs.digests(),
    },
  ];
}

/** Scores count ages in UTC days. */
const DAYS_OF_SCORES = { timeZone: "UTC", hour: 0 };

/** Sends due follow-ups, and creates those for new leads if that is automatic. */
async function followUpPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "follow-ups";
  const { followUps } = workspace.store;
  const last = lastRuns.get(id);
  const isDue =
    (await followUps.countDue(now.toISOString(), settings)) > 0 ||
    (await followUps.settled(1)).length > 0 ||
    // Otherwise the leads that arrive until it is automatic again would get emails then.
    (!settings.followUpAutomatic && (await followUps.isWalking()));
  const email = await activeEmailSettings(workspace);
  const inAMinute = afterInterval([last?.at ?? null], MINUTE, now);
  const at = isDue ? now : settings.followUpAutomatic ? inAMinute : null;
  return {
    id,
    title: "Follow-up emails",
    rhythm: settings.followUpAutomatic ? "Every minute" : "When an approved follow-up is due",
    settingsPath: "/configuration#follow-up",
    due: dueAfterLast(at, last, now, { isFixed: (email?.failingSince ?? null) === null }),
    job: jobs.followUps(),
  };
}

/** Removes leads past retention, and announces the next removals. */
async function retentionPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "retention";
  const { retentionDays } = settings;
  const at = nextLook(await workspace.store.oldLeads.notices(), retentionDays, now);
  return {
    id,
    title: "Old lead removal",
    rhythm:
      retentionDays === null
        ? "Every day"
        : `Daily: leads with no activity for ${counted(retentionDays, "day")}, after a week's notice`,
    isOn: retentionDays !== null,
    settingsPath: "/configuration#lead-limits",
    due: dueAfterLast(at, lastRuns.get(id), now),
    job: jobs.retention({ atOnce: false }),
    byHand:
      retentionDays === null
        ? { blocker: "Retention is off. Turn on Remove old leads in Configuration." }
        : jobs.retention({ atOnce: true }),
  };
}

/** Compares changed leads with possible duplicates. */
async function duplicatesPlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
  const id = "duplicates";
  const isDue = (await workspace.store.duplicates.waiting(1)) > 0;
  return {
    id,
    title: "Duplicate search",
    rhythm: "When leads are added or changed",
    isInternal: true,
    due: isDue ? dueAfterLast(now, lastRuns.get(id), now) : null,
    job: jobs.duplicates(),
  };
}

/** Checks the email addresses of new and changed leads, and all of them from time to time. */
async function addressCheckPlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
  const id = "address-check";
  const next = await workspace.store.addresses.nextDue();
  const at = next === null ? null : next === "" ? now : new Date(next);
  return {
    id,
    title: "Email address check",
    rhythm: "When leads are added or changed",
    isInternal: true,
    due: dueAfterLast(at, lastRuns.get(id), now),
    job: jobs.addressCheck(),
  };
}

/** Reads the websites of leads' companies. */
async function companyFactsPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "company-facts";
  const { everyMinutes: minutes } = LIMITS.companySites;
  const last = lastRuns.get(id);
  // A person's request may have come as the run that was to fulfill it ended.
  const isRequested = (await workspace.store.companySites.nextDue("")) !== null;
  const at = isRequested ? now : afterInterval([last?.at ?? null], minutes * MINUTE, now);
  return {
    id,
    title: "Company facts from websites",
    rhythm: `Every ${minutes} minutes, up to ${inEnglish(settings.companyFactsPerDay)} companies a day`,
    isOn: settings.companyFactsOn,
    settingsPath: "/configuration#company-facts",
    due: settings.companyFactsOn ? dueAfterLast(at, last, now) : null,
    job: jobs.companyFacts(),
    ...(!settings.companyFactsOn && { byHand: { blocker: "Company facts are off. Turn them on in Configuration." } }),
  };
}

/** Rescores daily, because points fade, and whenever scores are older than the rules. */
async function rescorePlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
  const id = "rescore";
  const { schedules } = workspace.store;
  const had = (window: string): Promise<boolean> => schedules.had(id, window);
  const aDay = await calendarDue("daily", DAYS_OF_SCORES, { now, since: null }, had);
  return {
    id,
    title: "Score update",
    rhythm: "Daily at 00:00 (UTC) for fading points, and when rules change",
    isInternal: true,
    settingsPath: "/rules",
    due: (await isBehind(workspace)) ? dueAfterLast(now, lastRuns.get(id), now) : aDay,
    job: jobs.rescore(),
  };
}

/** Form submissions that were stored but not processed because a process ended or the database didn't respond. */
async function submissionsPlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
  const id = "submissions";
  const isLeft = (await workspace.store.forms.waiting(1)).length > 0;
  return {
    id,
    title: "Form submissions",
    rhythm: "As they arrive; missed ones within 30 seconds",
    isInternal: true,
    settingsPath: "/lead-scraper",
    due: isLeft ? dueAfterLast(now, lastRuns.get(id), now) : null,
    job: jobs.submissions(),
  };
}
