import { reportClock } from "#server/features/reports/report-clock.ts";
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
import { autoSyncPlan, mailboxPlans, scrapePlans, secondReadingPlans } from "#server/jobs/schedules/source-plans.ts";
import { backupPlan, housekeepingPlan } from "#server/jobs/schedules/upkeep-plans.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

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
