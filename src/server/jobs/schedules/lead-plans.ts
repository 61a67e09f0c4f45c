import { inEnglish } from "#shared/counted.ts";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { nextLook } from "#server/features/leads/removal-notice.ts";
import { isBehind } from "#server/features/rules/rescore.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";
import { calendarDue, dueAfterLast } from "#server/jobs/queue/due.ts";
import type { Plan, Planning } from "#server/jobs/schedules/plan.ts";

/** Scores count ages in UTC days. */
const DAYS_OF_SCORES = { timeZone: "UTC", hour: 0 };

/** Sends due follow-ups, and creates those for new leads if that is automatic. */
export async function followUpPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "follow-ups";
  const { followUps } = workspace.store;
  const last = lastRuns.get(id);
  const isDue = (await followUps.countDue(now.toISOString())) > 0 || (await followUps.settled(1)).length > 0;
  const email = await activeEmailSettings(workspace);
  const inAMinute = last === undefined ? now : new Date(Date.parse(last.at) + MINUTE);
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
export async function retentionPlan({ workspace, now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "retention";
  const { retentionDays } = settings;
  const at = nextLook(await workspace.store.oldLeads.notices(), retentionDays, now);
  return {
    id,
    title: "Old lead removal",
    rhythm:
      retentionDays === null
        ? "Every day"
        : `Daily: leads with no activity for ${retentionDays} days, after a week's notice`,
    isOn: retentionDays !== null,
    settingsPath: "/configuration#lead-limits",
    due: dueAfterLast(at, lastRuns.get(id), now),
    job: jobs.retention({ atOnce: false }),
    byHand:
      retentionDays === null
        ? { blocker: "Retention is off. Set a number of days in Configuration." }
        : jobs.retention({ atOnce: true }),
  };
}

/** Compares changed leads with possible duplicates. */
export async function duplicatesPlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
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
export async function addressCheckPlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
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
export async function companyFactsPlan({ now, settings, lastRuns }: Planning): Promise<Plan> {
  const id = "company-facts";
  const { everyMinutes } = LIMITS.companySites;
  const last = lastRuns.get(id);
  const at = last === undefined ? now : new Date(Date.parse(last.at) + everyMinutes * MINUTE);
  return {
    id,
    title: "Company facts from websites",
    rhythm: `Every ${everyMinutes} minutes, up to ${inEnglish(settings.companyFactsPerDay)} companies a day`,
    isOn: settings.companyFactsOn,
    settingsPath: "/configuration#company-facts",
    due: settings.companyFactsOn ? dueAfterLast(at, last, now) : null,
    job: jobs.companyFacts(),
    ...(!settings.companyFactsOn && { byHand: { blocker: "Company facts are off. Turn them on in Configuration." } }),
  };
}

/** Rescores daily, because points fade, and whenever scores are older than the rules. */
export async function rescorePlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
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
export async function submissionsPlan({ workspace, now, lastRuns }: Planning): Promise<Plan> {
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
