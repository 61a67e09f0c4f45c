import { z } from "zod";
import type { SyncResult } from "#shared/contract/data-source.ts";
import { Id } from "#shared/contract/common.ts";
import { counted, inEnglish } from "#shared/counted.ts";
import type { JobHandlers } from "#server/jobs/queue/job-queue.ts";
import { handler, type Done } from "#server/jobs/handlers/handler.ts";
import { syncDataSource } from "#server/features/data-sources/sync-data-source.ts";
import { syncLeads } from "#server/features/data-sources/sync-leads.ts";
import { processWaiting } from "#server/features/forms/process-submissions.ts";
import { syncMailbox } from "#server/features/mailbox/sync-mailbox.ts";
import { scrapeTarget } from "#server/features/websites/scrape-target.ts";
import type { Workspace } from "#server/workspace.ts";

/** Handlers of jobs that import leads. Each source records itself when it was stopped or lost its lease. */
export function sourceHandlers(workspace: Workspace): JobHandlers {
  const withOwnLease = (here: Workspace): Workspace => ({ ...here, stopping: workspace.stopping });
  return {
    sync: handler(workspace, {
      input: z.object({ isRest: z.boolean() }),
      retries: false,
      async run({ isRest }, { workspace: here, cancel }) {
        return syncDone(await syncLeads(withOwnLease(here), { isRest, cancel }));
      },
    }),

    scrape: handler(workspace, {
      input: z.object({ targetId: Id }),
      retries: false,
      async run({ targetId }, { workspace: here, cancel }) {
        const { id, message, outcome } = await scrapeTarget(withOwnLease(here), targetId, cancel);
        return { message, result: { id }, failed: outcome === "failed" };
      },
    }),

    mailbox: handler(workspace, {
      input: z.object({ sourceId: Id.optional() }),
      retries: false,
      async run({ sourceId }, { workspace: here, cancel }) {
        if (sourceId !== undefined) return readSource(withOwnLease(here), sourceId, cancel);
        const result = await syncMailbox(withOwnLease(here), cancel);
        const { processed, leadsFound } = result;
        const message = `${counted(processed, "message")} read, ${counted(leadsFound, "new lead")}.`;
        return { message, result, nothing: processed === 0 };
      },
    }),

    submissions: handler(workspace, {
      input: z.object({}),
      async run(_input, { workspace: here }) {
        const processed = await processWaiting(here);
        return { message: `${counted(processed, "submission")} processed.`, nothing: processed === 0 };
      },
    }),

    "second-reading": handler(workspace, {
      input: z.object({}),
      async run(_input, { workspace: here, cancel }) {
        const { readUnclearEmails } = await import("#server/features/mailbox/read-unclear-emails.ts");
        const { read, why, failed } = await readUnclearEmails(here, cancel);
        const message = `${counted(read, "message")} read.${why === "" ? "" : ` ${why}.`}`;
        return { message, failed, nothing: read === 0 && why === "" };
      },
    }),
  };
}

/** Syncs a data source after an email announcement, if it's still active. */
async function readSource(workspace: Workspace, sourceId: string, cancel: AbortSignal): Promise<Done> {
  const source = await workspace.store.dataSources.get(sourceId);
  if (source?.isActive !== true) return { message: "The data source is no longer active.", nothing: true };
  const { message, seen } = await syncDataSource(workspace, source, cancel);
  return { message: `${message}.`, nothing: seen === 0 };
}

function syncDone(result: SyncResult): Done {
  const { processed, created, updated, sources } = result;
  const failed = sources.filter(({ outcome }) => outcome === "failed");
  const messages = [
    `${counted(processed, "row")} read, ${inEnglish(created)} new, ${inEnglish(updated)} updated.`,
    ...failed.map(({ name, message }) => `${name} failed: ${message}`),
  ];
  return { message: messages.join(" "), result, nothing: sources.length === 0 };
}
