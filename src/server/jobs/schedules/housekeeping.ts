import { DAY, HOUR } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { forgetExpiredSessions, forgetOldAudit } from "#server/features/accounts/audit.ts";
import { forgetUnconfirmed } from "#server/features/forms/submit-hosted-form.ts";
import { forgetOldFiles, recoverImports } from "#server/features/imports/imports.ts";
import { forgetOldUndo } from "#server/features/journal/forget-old-undo.ts";
import { forgetPages } from "#server/features/replays/replays.ts";
import { forgetOldChanges } from "#server/features/reports/forget-old-changes.ts";
import { readPlans } from "#server/jobs/schedules/plans.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Deletes expired files, undo data, changes, pages, sessions, audit entries, deliveries, answers, digests, companies,
 * jobs, schedule runs and what is known of deleted sources.
 */
export async function runHousekeeping(workspace: Workspace): Promise<void> {
  const { store, jobs, clock } = workspace;
  await recoverImports(workspace);
  await forgetOldFiles(workspace);
  await forgetUnconfirmed(workspace);
  await forgetOldUndo(workspace);
  await forgetOldChanges(workspace);
  await forgetPages(workspace);
  await forgetExpiredSessions(workspace);
  await forgetOldAudit(workspace);
  await store.webhookDeliveries.forget(new Date(clock().getTime() - LIMITS.webhook.retentionDays * DAY).toISOString());
  await store.answers.forget(new Date(clock().getTime() - LIMITS.leadBatch.keyHours * HOUR).toISOString());
  await store.addresses.forget(clock().toISOString());
  await store.companySites.forgetGone();
  // Undo can still add a source that was deleted later.
  await store.health.forgetSources(new Date(clock().getTime() - LIMITS.journal.undoDays * DAY).toISOString());
  await store.reports.forgetDigests(new Date(clock().getTime() - LIMITS.digest.storedDays * DAY).toISOString());
  await jobs.forget(new Date(clock().getTime() - LIMITS.job.retentionDays * DAY));
  const { plans } = await readPlans(workspace);
  await store.schedules.forgetOthers(plans.map(({ id }) => id));
}
