import { z } from "zod";
import type { SyncResult } from "#shared/contract/data-source.ts";
import { Id } from "#shared/contract/common.ts";
import type { JobHandlers } from "#server/queue/job-queue.ts";
import { handler, type Done } from "#server/jobs/handlers/handler.ts";
import { syncDataSource } from "#server/workflows/data-sources/sync-data-source.ts";
import { syncLeads } from "#server/workflows/data-sources/sync-leads.ts";
import { processWaiting } from "#server/workflows/forms/process-submissions.ts";
import { syncMailbox } from "#server/workflows/mail/sync-mailbox.ts";
import { scrapeTarget } from "#server/workflows/websites/scrape-target.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The jobs that bring leads in. Each source says itself when it was stopped or its lease was lost. */
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
      retries: true,
      async run(_input, { workspace: here }) {
        const processed = await processWaiting(here);
        return { message: `${counted(processed, "submission")} processed.`, nothing: processed === 0 };
      },
    }),
  };
}

/** What an announced message brought, of a data source that is still read. */
async function readSource(workspace: Workspace, sourceId: string, cancel: AbortSignal): Promise<Done> {
  const source = await workspace.store.dataSources.get(sourceId);
  if (source?.isActive !== true) return { message: "The data source is not read any more.", nothing: true };
  const { message, seen } = await syncDataSource(workspace, source, cancel);
  return { message: `${message}.`, nothing: seen === 0 };
}

function syncDone(result: SyncResult): Done {
  const { processed, created, updated, sources } = result;
  const failed = sources.filter(({ outcome }) => outcome === "failed");
  const told = [
    `${counted(processed, "row")} read, ${created} new, ${updated} updated.`,
    ...failed.map(({ name, message }) => `${name} failed: ${message}`),
  ];
  return { message: told.join(" "), result, nothing: sources.length === 0 };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
