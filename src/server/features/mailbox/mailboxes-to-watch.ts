import { AppError, messageOf } from "#server/platform/errors.ts";
import type { MailboxSettings } from "#server/pipeline/sources/mailbox/index.ts";
import type { MailboxRecord } from "#server/db/sources/mailbox.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { gmailAccount, sourceAccount, type MailboxAccount } from "#server/features/mailbox/mailbox-account.ts";
import { nextMailboxSync } from "#server/features/mailbox/next-mailbox-sync.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { freshJob } from "#server/jobs/queue/run-job.ts";
import type { Workspace } from "#server/workspace.ts";

/** A mailbox that is read automatically, and listened to in between. */
export interface MailboxToWatch {
  /** Changes with any part of the connection. */
  key: string;
  /** Its name in stored messages. */
  name: string;
  settings: MailboxSettings;
  /** Starts a job that reads new mail, and waits for it. */
  read(signal: AbortSignal): Promise<void>;
  /** Records that the mailbox couldn't be listened to. */
  onFailure(error: unknown): Promise<void>;
}

/** The Gmail screen's mailbox and the email data sources that are active and read automatically. */
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

/** A mailbox without settings or a readable password can't be listened to; its next sync reports it. */
function openable(open: () => MailboxAccount): MailboxAccount | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function ofGmail(workspace: Workspace, { mailbox, settings }: MailboxAccount): MailboxToWatch {
  const key = keyOf(mailbox, settings);
  return {
    key,
    name: mailbox,
    settings,
    async read(signal) {
      await freshJob(workspace, jobs.mailbox({ email: mailbox }), signal);
    },
    async onFailure(error) {
      // A lost connection is usually reestablished soon; only a failure of that counts.
      if (error instanceof AppError && error.id === "mailbox_connection_dropped") return;
      const record = await workspace.store.mailbox.read();
      const account = record && openable(() => gmailAccount(workspace, record));
      // Someone may have changed the connection.
      if (record === null || account === null || keyOf(account.mailbox, account.settings) !== key) return;
      await recordFailure(workspace, record, messageOf(error));
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
      // A data source's health is that of its runs.
    },
  };
}

async function recordFailure(
  { store, clock, feed }: Workspace,
  record: MailboxRecord,
  lastError: string,
): Promise<void> {
  const now = clock().toISOString();
  await store.mailbox.writeHealth(record, ({ failingSince }) => ({
    lastAttempt: now,
    failingSince: failingSince ?? now,
    lastError,
  }));
  feed.changed(["mailbox", "status"]);
}

function keyOf(mailbox: string, { email, password, tokens, server, labels }: MailboxSettings): string {
  return JSON.stringify([mailbox, email, password, tokens !== undefined, server, labels]);
}
