import type { SyncRun } from "#shared/contract/data-source.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { sourceAccount } from "#server/workflows/mail/mailbox-account.ts";
import { readMail } from "#server/workflows/mail/read-mail.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Reads what is new in a data source of type email and takes it in. Counts the messages in `run` as they are behind:
 * what is no lead is skipped, a reply leaves its lead unchanged, what cannot be read has failed. Throws as `readMail` does.
 */
export async function readMailSource(
  workspace: Workspace,
  source: DataSourceRecord,
  run: SyncRun,
  signal: AbortSignal,
): Promise<void> {
  const waiting = await readMail(workspace, sourceAccount(workspace, source), {
    signal,
    onProgress({ done, total, counts }) {
      run.seen = counts.processed;
      run.created = counts.created;
      run.updated = counts.updated;
      run.unchanged = counts.unchanged + counts.replies;
      run.skipped = counts.notLeads;
      run.failed = counts.unreadable;
      run.qualified = counts.qualified;
      workspace.feed.progress({ work: "sync", label: source.name, done, total, finished: false });
    },
  });
  if (waiting > 0) run.waiting = waiting;
}
