import { MailboxSyncResult } from "#shared/contract/mailbox.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { nothingRead } from "#server/workflows/mail/sync-mailbox.ts";
import { cancelJob, pressedJob, resultOf } from "#server/workflows/run-job.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Reads the mailbox of the Gmail screen for a person; asked again meanwhile, answers with the sync under way. Throws as
 * `syncMailbox` does.
 */
export async function syncMailboxNow(workspace: Workspace): Promise<MailboxSyncResult> {
  return resultOf(await pressedJob(workspace, jobs.mailbox()), MailboxSyncResult, nothingRead);
}

/** Ends the sync under way, in whatever process; what was taken in stays. False without one. */
export function cancelMailboxSync(workspace: Workspace): Promise<boolean> {
  return cancelJob(workspace, jobs.mailbox());
}
