import type { MailboxSyncResult } from "#shared/contract/mailbox.ts";
import { conflict, messageOf } from "#server/platform/errors.ts";
import { MAILBOX_KEY, noteSuccess } from "#server/features/leads/note-success.ts";
import { mailSummary, NO_MAIL, type MailCounts } from "#server/features/mailbox/mail-counts.ts";
import { GMAIL, gmailAccount } from "#server/features/mailbox/mailbox-account.ts";
import { readMail } from "#server/features/mailbox/read-mail.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Reads new messages of the Gmail screen's mailbox. Ends when `cancel` aborts; imported messages remain. Throws
 * mailbox_not_configured, mailbox_disabled, sync_running if another process is reading it, or the mailbox's error.
 */
export async function syncMailbox(workspace: Workspace, cancel: AbortSignal): Promise<MailboxSyncResult> {
  const result = await withLease(workspace, `sync:${GMAIL}`, (stop) => recordedSync(workspace, { stop, cancel }));
  if (result === null) throw conflict("sync_running", "The mailbox is already syncing.");
  return result;
}

async function recordedSync(
  workspace: Workspace,
  { stop, cancel }: { stop: AbortSignal; cancel: AbortSignal },
): Promise<MailboxSyncResult> {
  const { store, clock, feed } = workspace;
  const record = await store.mailbox.read();
  const account = gmailAccount(workspace, record);
  if (record?.enabled !== true) throw conflict("mailbox_disabled", "The integration is off. Turn it on first.");
  const reportProgress = (done: number, total: number | null, finished: boolean): void =>
    feed.progress({ work: "mailbox", id: GMAIL, label: record.email, done, total, finished });
  let counts: MailCounts = NO_MAIL;
  let read = 0;
  const startedAt = clock().toISOString();
  await store.mailbox.writeHealth(record, () => ({ lastAttempt: startedAt, messagesWaiting: 0 }));
  reportProgress(0, null, false);
  try {
    const messagesWaiting = await readMail(workspace, account, {
      signal: AbortSignal.any([stop, cancel]),
      onProgress(progress) {
        counts = progress.counts;
        read = progress.done;
        reportProgress(progress.done, progress.total, false);
      },
    });
    const succeeded = { lastSync: startedAt, failingSince: null, lastError: "", messagesWaiting };
    await store.mailbox.writeHealth(record, () => succeeded);
    await noteSuccess(workspace, MAILBOX_KEY, counts.processed > 0);
    // For a mailbox read in parts, only the first and the last are announced.
    if (counts.processed > 0 && !(record.messagesWaiting > 0 && messagesWaiting > 0))
      await recordSync(workspace, record.email, counts);
    return resultOf(counts, false);
  } catch (error) {
    // A cancellation says nothing about the mailbox.
    if (cancel.aborted) return resultOf(counts, true);
    if (stop.aborted)
      throw conflict("stopping", "The server stopped during the sync. The next sync continues from there.");
    const lastError = messageOf(error);
    await store.mailbox.writeHealth(record, ({ failingSince }) => ({
      failingSince: failingSince ?? startedAt,
      lastError,
    }));
    throw error;
  } finally {
    reportProgress(read, read, true);
    feed.changed(["mailbox", "activity", "status"]);
  }
}

async function recordSync({ store, clock }: Workspace, email: string, counts: MailCounts): Promise<void> {
  await store.journal.add({
    kind: "sync",
    type: "sync_completed",
    title: `${email} synced`,
    description: mailSummary(counts),
    by: "Sync",
    at: clock().toISOString(),
  });
}

/** The result of a sync canceled before it began. */
export function nothingRead(): MailboxSyncResult {
  return resultOf(NO_MAIL, true);
}

function resultOf(counts: MailCounts, canceled: boolean): MailboxSyncResult {
  const { processed, created, updated, unchanged, toReview, notLeads, replies, unreadable, qualified } = counts;
  const leads = { leadsFound: created, knownLeads: updated + unchanged };
  return { processed, ...leads, toReview, notLeads, replies, unreadable, qualified, canceled };
}
