import { jobs } from "#server/workflows/jobs.ts";
import { nextLook } from "#server/workflows/leads/removal-notice.ts";
import { activeEmailSettings } from "#server/workflows/reports/send-report.ts";
import { calendarDue, dueAfterLast } from "#server/workflows/schedules/due.ts";
import type { Plan, Planning } from "#server/workflows/schedules/plan.ts";

const MINUTE_MILLISECONDS = 60_000;
/** Scores count ages in days of UTC. */
const DAYS_OF_SCORES = { timeZone: "UTC", hour: 0 };

/** Sending the follow-ups that are due, and asking new leads where that goes by itself. */
export async function followUpPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "follow-ups";
  const { followUps } = workspace.store;
  const last = lastRuns.get(id);
  const isDue = (await followUps.countDue(now.toISOString())) > 0 || (await followUps.settled(1)).length > 0;
  const email = await activeEmailSettings(workspace);
  const inAMinute = last === undefined ? now : new Date(Date.parse(last.at) + MINUTE_MILLISECONDS);
  const at = isDue ? now : settings.followUpAutomatic ? inAMinute : null;
  return {
    id,
    title: "Follow-ups to leads",
    rhythm: settings.followUpAutomatic ? "Every minute" : "When one that was approved is due",
    isOn: true,
    settingsPath: "/configuration",
    due: at === null ? null : dueAfterLast(at, last, now, { isMended: (email?.failingSince ?? null) === null }),
    job: jobs.followUps(),
    byHand: jobs.followUps(),
  };
}

/** Removing leads that are older than retention allows, and announcing the next. */
export async function retentionPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "retention";
  const { retentionDays } = settings;
  const at = nextLook(await workspace.store.oldLeads.notices(), retentionDays, now);
  return {
    id,
    title: "Removal of old leads",
    rhythm:
      retentionDays === null
        ? "Every day"
        : `Every day, leads that nothing has happened to for ${retentionDays} days, a week after they were announced`,
    isOn: retentionDays !== null,
    settingsPath: "/configuration",
    due: at === null ? null : dueAfterLast(at, lastRuns.get(id), now),
    job: jobs.retention({ atOnce: false }),
    byHand:
      retentionDays === null
        ? { obstacle: "Retention is switched off: no age is set after which leads are removed." }
        : jobs.retention({ atOnce: true }),
  };
}

/** Comparing the leads that changed with those that they may be. */
export async function duplicatesPlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
  const id = "duplicates";
  const isDue = (await workspace.store.duplicates.waiting(1)) > 0;
  return {
    id,
    title: "Search for duplicates",
    rhythm: "When leads came or changed",
    isOn: true,
    settingsPath: null,
    due: isDue ? dueAfterLast(now, lastRuns.get(id), now) : null,
    job: jobs.duplicates(),
    byHand: jobs.duplicates(),
  };
}

/** Scoring again: each day, because points fade, and whenever scores are behind the rules. */
export async function rescorePlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
  const id = "rescore";
  const { schedules, settings } = workspace.store;
  const { done, wanted } = await settings.rescoreState();
  const had = (window: string): Promise<boolean> => schedules.had(id, window);
  const aDay = await calendarDue("daily", DAYS_OF_SCORES, { now, since: null }, had);
  return {
    id,
    title: "Scores by the rules of now",
    rhythm: "Daily at 00:00 (UTC), for points that fade, and when rules change",
    isOn: true,
    settingsPath: "/rules",
    due: done < wanted ? dueAfterLast(now, lastRuns.get(id), now) : aDay,
    job: jobs.rescore(),
    byHand: jobs.rescore(),
  };
}

/** Form submissions that were stored and then left, by a process that ended or a database that did not answer. */
export async function submissionsPlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
  const id = "submissions";
  const isLeft = (await workspace.store.forms.waiting(1)).length > 0;
  return {
    id,
    title: "Form submissions",
    rhythm: "As they arrive, and those that were left within half a minute",
    isOn: true,
    settingsPath: "/lead-scraper",
    due: isLeft ? dueAfterLast(now, lastRuns.get(id), now) : null,
    job: jobs.submissions(),
    byHand: jobs.submissions(),
  };
}
