import { reportClock } from "#server/features/reports/report-clock.ts";
import { calendarDue, setSince } from "#server/jobs/queue/due.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import {
  addressCheckPlan,
  companyFactsPlan,
  duplicatesPlan,
  followUpPlan,
  rescorePlan,
  retentionPlan,
  submissionsPlan,
} from "#server/jobs/schedules/lead-plans.ts";
import type { Plan, Planning } from "#server/jobs/schedules/plan.ts";
import { digestPlans, reportPlans } from "#server/jobs/schedules/report-plan.ts";
import { calendarRhythm } from "#server/jobs/schedules/rhythm-words.ts";
import { autoSyncPlan, mailboxPlans, scrapePlans, secondReadingPlans } from "#server/jobs/schedules/source-plans.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

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
