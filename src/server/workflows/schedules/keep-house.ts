import { LIMITS } from "#shared/limits.ts";
import { forgetExpiredSessions, forgetOldAudit } from "#server/workflows/accounts/audit.ts";
import { forgetOldFiles } from "#server/workflows/imports/forget-old-files.ts";
import { forgetOldUndo } from "#server/workflows/journal/forget-old-undo.ts";
import { forgetPages } from "#server/workflows/replays/forget-pages.ts";
import { forgetOldChanges } from "#server/workflows/reports/forget-old-changes.ts";
import { readPlans } from "#server/workflows/schedules/plans.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const DAY_MILLISECONDS = 86_400_000;

/** Lets go of files, undo, changes, pages, sessions, audit entries, jobs and runs of schedules that are kept no longer. */
export async function keepHouse(workspace: Workspace): Promise<void> {
  const { store, jobs, clock } = workspace;
  await forgetOldFiles(workspace);
  await forgetOldUndo(workspace);
  await forgetOldChanges(workspace);
  await forgetPages(workspace);
  await forgetExpiredSessions(workspace);
  await forgetOldAudit(workspace);
  await jobs.forget(new Date(clock().getTime() - LIMITS.job.keptDays * DAY_MILLISECONDS));
  const { plans } = await readPlans(workspace);
  await store.schedules.forgetOthers(plans.map(({ id }) => id));
}
