import { MailboxSyncResult } from "#shared/contract/mailbox.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { nothingRead } from "#server/features/mailbox/sync-mailbox.ts";
import { cancelJob, pressedJob, resultOf } from "#server/jobs/queue/run-job.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Reads the Gmail screen's mailbox for a person; a second request joins the running sync. Throws as `syncMailbox` does.
 */
export async function syncMailboxNow(workspace: Workspace): Promise<MailboxSyncResult> {
  return resultOf(await pressedJob(workspace, await mailboxJob(workspace)), MailboxSyncResult, nothingRead);
}

/** Cancels the running sync, in any process; imported messages remain. Returns false if none runs. */
export async function cancelMailboxSync(workspace: Workspace): Promise<boolean> {
  return cancelJob(workspace, await mailboxJob(workspace));
}

async function mailboxJob({ store }: Workspace): Promise<ReturnType<typeof jobs.mailbox>> {
  return jobs.mailbox({ email: (await store.mailbox.read())?.email ?? "the mailbox" });
}
