import type { MailboxSyncResult } from "#shared/contract/mailbox.ts";
import { conflict, messageOf } from "#server/platform/errors.ts";
import { MAILBOX_KEY, noteSuccess } from "#server/workflows/health/source-keys.ts";
import { mailSummary, NO_MAIL, type MailCounts } from "#server/workflows/mail/mail-counts.ts";
import { GMAIL, gmailAccount } from "#server/workflows/mail/mailbox-account.ts";
import { readMail } from "#server/workflows/mail/read-mail.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Reads what is new in the mailbox of the Gmail screen. Ends when `cancel` aborts; what was taken in stays. Throws
 * mailbox_not_configured, mailbox_disabled, sync_running when another process is at it, or what the mailbox said.
 */
export async function syncMailbox(workspace: Workspace, cancel: AbortSignal): Promise<MailboxSyncResult> {
  const result = await withLease(workspace, `sync:${GMAIL}`, (stop) => recordedSync(workspace, { stop, cancel }));
  if (result === null) throw conflict("sync_running", "The mailbox is being read already.");
  return result;
}

async function recordedSync(
  workspace: Workspace,
  { stop, cancel }: { stop: AbortSignal; cancel: AbortSignal },
): Promise<MailboxSyncResult> {
  const { store, clock, feed } = workspace;
  const record = await store.mailbox.read();
  const account = gmailAccount(workspace, record);
  if (record?.enabled !== true) throw conflict("mailbox_disabled", "The integration is switched off. Enable it first.");
  const tell = (done: number, total: number | null, finished: boolean): void =>
    feed.progress({ work: "mailbox", id: GMAIL, label: record.email, done, total, finished });
  let counts: MailCounts = NO_MAIL;
  let read = 0;
  const startedAt = clock().toISOString();
  await store.mailbox.write({ lastAttempt: startedAt, messagesWaiting: 0 });
  tell(0, null, false);
  try {
    const messagesWaiting = await readMail(workspace, account, {
      signal: AbortSignal.any([stop, cancel]),
      onProgress(progress) {
        counts = progress.counts;
        read = progress.done;
        tell(progress.done, progress.total, false);
      },
    });
    await store.mailbox.write({ lastSync: startedAt, failingSince: null, lastError: "", messagesWaiting });
    await noteSuccess(workspace, MAILBOX_KEY, counts.processed > 0);
    // Of a mailbox read in parts the first and the last are told.
    if (counts.processed > 0 && !(record.messagesWaiting > 0 && messagesWaiting > 0))
      await tellOfSync(workspace, record.email, counts);
    return resultOf(counts, false);
  } catch (error) {
    // Being ended says nothing about the mailbox.
    if (cancel.aborted) return resultOf(counts, true);
    if (stop.aborted)
      throw conflict("stopping", "The server was stopped during the sync. The next one goes on from there.");
    await store.mailbox.write({ failingSince: record.failingSince ?? startedAt, lastError: messageOf(error) });
    throw error;
  } finally {
    tell(read, read, true);
    feed.changed(["mailbox", "activity", "status"]);
  }
}

async function tellOfSync({ store, clock }: Workspace, email: string, counts: MailCounts): Promise<void> {
  await store.journal.add({
    kind: "sync",
    type: "sync_completed",
    title: `${email} synced`,
    description: mailSummary(counts),
    by: "Sync",
    at: clock().toISOString(),
    leadId: null,
  });
}

/** What a sync answers that was cancelled before it began. */
export function nothingRead(): MailboxSyncResult {
  return resultOf(NO_MAIL, true);
}

function resultOf(counts: MailCounts, cancelled: boolean): MailboxSyncResult {
  const { processed, created, updated, unchanged, notLeads, replies, unreadable, qualified } = counts;
  const leads = { leadsFound: created, knownLeads: updated + unchanged };
  return { processed, ...leads, notLeads, replies, unreadable, qualified, cancelled };
}
