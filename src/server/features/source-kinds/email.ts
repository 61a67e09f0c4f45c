import type { SyncRun } from "#shared/contract/data-source.ts";
import { EMAIL_READER_VERSION } from "#server/pipeline/mail/reader-version.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { openSourceAccess, sourceAccount } from "#server/features/mailbox/mailbox-account.ts";
import { readMail } from "#server/features/mailbox/read-mail.ts";
import { readingOf, type SourceKindCode } from "#server/features/source-kinds/source-kind.ts";
import type { Workspace } from "#server/workspace.ts";

export const email: SourceKindCode<"email"> = {
  place: () => ({ kind: "message", target: "" }),
  reader: {
    version: EMAIL_READER_VERSION,
    open: () => async (input) => {
      const { rereadEmail } = await import("#server/pipeline/mail/reread-email.ts");
      return readingOf(rereadEmail(input.rowKey, input.raw));
    },
  },
  connector: {
    read: readMailSource,
    async test(workspace, record) {
      const { mailboxes, stopping } = workspace;
      const { success, code, message } = await mailboxes.check(openSourceAccess(workspace, record), stopping);
      return { valid: success, code, message };
    },
  },
};

/**
 * Reads new messages of an email data source and takes them in. Updates the counts in `run`: messages that aren't leads
 * (yet) are skipped; a reply leaves its lead unchanged; unreadable ones have failed. Throws as `readMail` does.
 */
async function readMailSource(
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
      run.skipped = counts.notLeads + counts.toReview;
      if (counts.toReview > 0) run.toReview = counts.toReview;
      run.failed = counts.unreadable;
      run.qualified = counts.qualified;
      workspace.feed.progress({ work: "sync", label: source.name, done, total, finished: false });
    },
  });
  if (waiting > 0) run.waiting = waiting;
}
