import { reportClock } from "#server/workflows/reports/report-clock.ts";
import {
  duplicatesPlan,
  followUpPlan,
  rescorePlan,
  retentionPlan,
  submissionsPlan,
} from "#server/workflows/schedules/lead-plans.ts";
import type { Plan, Planning } from "#server/workflows/schedules/plan.ts";
import { reportPlans } from "#server/workflows/schedules/report-plan.ts";
import { autoSyncPlan, mailboxPlans, scrapePlans } from "#server/workflows/schedules/source-plans.ts";
import { backupPlan, housekeepingPlan } from "#server/workflows/schedules/upkeep-plans.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

type Planner = (planning: Planning) => Promise<Plan | Plan[]>;

/** In the order in which they are listed. */
const PLANNERS: readonly Planner[] = [
  autoSyncPlan,
  mailboxPlans,
  scrapePlans,
  submissionsPlan,
  reportPlans,
  followUpPlan,
  retentionPlan,
  duplicatesPlan,
  rescorePlan,
  backupPlan,
  housekeepingPlan,
];

/** Everything that happens by itself, from the settings, the last runs and the clock: what changed counts at once. */
export async function readPlans(workspace: Workspace): Promise<{ plans: Plan[]; planning: Planning }> {
  const { store, clock } = workspace;
  const [settings, { timeZone }, lastRuns, standing] = await Promise.all([
    readSettings(workspace),
    reportClock(workspace),
    store.schedules.lastRuns(),
    store.schedules.standing(),
  ]);
  const planning: Planning = { workspace, now: clock(), settings, timeZone, lastRuns, standing };
  const plans = await Promise.all(PLANNERS.map((plan) => plan(planning)));
  return { plans: plans.flat(), planning };
}
