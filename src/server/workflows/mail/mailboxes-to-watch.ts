import { AppError, messageOf } from "#server/platform/errors.ts";
import type { MailboxSettings } from "#server/sources/mailbox/index.ts";
import type { MailboxRecord } from "#server/store/mailbox-types.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { gmailAccount, sourceAccount, type MailboxAccount } from "#server/workflows/mail/mailbox-account.ts";
import { nextMailboxSync } from "#server/workflows/mail/next-mailbox-sync.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { freshJob } from "#server/workflows/run-job.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** A mailbox that is read by itself, and so listened to in between. */
export interface MailboxToWatch {
  /** Another when anything about the connection is. */
  key: string;
  /** What stored messages name it. */
  name: string;
  settings: MailboxSettings;
  /** Has a job read what has arrived, as a sync of it does, and waits for its end. */
  read(signal: AbortSignal): Promise<void>;
  /** Keeps in mind that the mailbox could not be listened to. */
  onFailure(error: unknown): Promise<void>;
}

/** The mailbox of the Gmail screen and the data sources of type email, those that are switched on and read by themselves. */
export async function mailboxesToWatch(workspace: Workspace): Promise<MailboxToWatch[]> {
  const { store } = workspace;
  const [record, sources, settings] = await Promise.all([
    store.mailbox.read(),
    store.dataSources.list(),
    readSettings(workspace),
  ]);
  const watched: MailboxToWatch[] = [];
  if (record !== null && nextMailboxSync(record, workspace.clock()) !== null) {
    const account = openable(() => gmailAccount(workspace, record));
    if (account !== null) watched.push(ofGmail(workspace, account));
  }
  for (const source of sources) {
    if (source.type !== "email" || !source.isActive || !settings.autoSync) continue;
    const account = openable(() => sourceAccount(workspace, source));
    if (account !== null) watched.push(ofSource(workspace, account, source));
  }
  return watched;
}

/** What is not set up, or whose password cannot be read, cannot be listened to; its next sync says so. */
function openable(open: () => MailboxAccount): MailboxAccount | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function ofGmail(workspace: Workspace, { mailbox, settings }: MailboxAccount): MailboxToWatch {
  return {
    key: keyOf(mailbox, settings),
    name: mailbox,
    settings,
    async read(signal) {
      await freshJob(workspace, jobs.mailbox(), signal);
    },
    async onFailure(error) {
      // A connection that was merely lost is made again in a moment; only what then fails is a failure.
      if (error instanceof AppError && error.id === "mailbox_connection_dropped") return;
      await recordFailure(workspace, await workspace.store.mailbox.read(), messageOf(error));
    },
  };
}

function ofSource(
  workspace: Workspace,
  { mailbox, settings }: MailboxAccount,
  source: DataSourceRecord,
): MailboxToWatch {
  return {
    key: keyOf(mailbox, settings),
    name: mailbox,
    settings,
    async read(signal) {
      await freshJob(workspace, jobs.mailSource(source), signal);
    },
    async onFailure() {
      // The health of a data source is that of its runs.
    },
  };
}

async function recordFailure(
  { store, clock, feed }: Workspace,
  record: MailboxRecord | null,
  lastError: string,
): Promise<void> {
  if (record === null) return;
  const now = clock().toISOString();
  await store.mailbox.write({ lastAttempt: now, failingSince: record.failingSince ?? now, lastError });
  feed.changed(["mailbox", "status"]);
}

function keyOf(mailbox: string, { email, password, server, labels }: MailboxSettings): string {
  return JSON.stringify([mailbox, email, password, server, labels]);
}
