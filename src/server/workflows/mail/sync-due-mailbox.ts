import { nextMailboxSync } from "#server/workflows/mail/next-mailbox-sync.ts";
import { syncMailbox } from "#server/workflows/mail/sync-mailbox.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Reads the mailbox of the Gmail screen when its interval has passed since the last attempt, whoever made it. */
export async function syncDueMailbox(workspace: Workspace): Promise<void> {
  const record = await workspace.store.mailbox.read();
  const now = workspace.clock();
  const next = record === null ? null : nextMailboxSync(record, now);
  if (next !== null && next <= now) await syncMailbox(workspace);
}
