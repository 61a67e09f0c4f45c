import { CLOCK_ACTS } from "#shared/audit/audited-actions.ts";
import type { SyncResult } from "#shared/contract/data-source.ts";
import { Id } from "#shared/contract/common.ts";
import { counted, inEnglish } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import type { JobHandlers } from "#server/jobs/queue/job-queue.ts";
import type { Workspace } from "#server/workspace.ts";
import { z } from "zod";
import { type Done, endingWith, handler } from "#server/jobs/handlers/handler.ts";
import { runHousekeeping } from "#server/jobs/schedules/housekeeping.ts";
import { syncDataSource } from "#server/features/data-sources/sync-data-source.ts";
import { syncLeads } from "#server/features/data-sources/sync-leads.ts";
import { processWaiting } from "#server/features/forms/process-submissions.ts";
import { syncMailbox } from "#server/features/mailbox/sync-mailbox.ts";
import { scrapeTarget } from "#server/features/websites/scrape-target.ts";
import { conflict } from "#server/platform/errors.ts";
import { sendDueDigests } from "#server/features/digests/send-digests.ts";
import { sendDueFollowUps } from "#server/features/follow-ups/send-due-follow-ups.ts";
import { sendDueReport, sendReport } from "#server/features/reports/send-report.ts";
import { deliverDue } from "#server/features/webhooks/deliver.ts";
import type { ImportRecord } from "#server/db/imports/import-records.ts";
import { checkAddresses } from "#server/features/address-check/check-addresses.ts";
import { readCompanySites } from "#server/features/company-sites/read-company-sites.ts";
import { findDuplicates } from "#server/features/duplicates/find-duplicates.ts";
import { TAKING_IN } from "#server/features/imports/import-file.ts";
import { doImportWork } from "#server/features/imports/import-work.ts";
import { TAKING_BACK } from "#server/features/imports/undo-import.ts";
import { conformField } from "#server/features/leads/convert-field.ts";
import { removeOldLeads } from "#server/features/leads/remove-old-leads.ts";
import { applyNow } from "#server/features/replays/apply-replay.ts";
import { dryRun } from "#server/features/replays/dry-run.ts";
import { fadeScores } from "#server/features/rules/fade-scores.ts";

/** Leaves room for interactive jobs next to long crawls and imports. */
export const JOBS_AT_ONCE = 8;

const WINDOW_LENGTH = 100;

const ReplayWork = z.union([
  z.object({ work: z.literal("look") }),
  z.object({ work: z.literal("apply"), replayId: Id, leadIds: z.array(Id).max(LIMITS.leadIds).optional() }),
]);

/** The handler of each kind of job. */
export function jobHandlers(workspace: Workspace): JobHandlers {
  const withOwnLease = (here: Workspace): Workspace => ({ ...here, stopping: workspace.stopping });
  return {
    // Each source records itself when it was stopped or lost its lease.
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
      async run({ targetId }, { workspace: here, cancel, isLast }) {
        const { id, message, outcome } = await scrapeTarget(withOwnLease(here), targetId, cancel);
        if (outcome === "interrupted" && !cancel.aborted && !isLast) throw conflict("scrape_interrupted", message);
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

    // An email that may have been sent is never sent again, however often its job is retried; an event is sent again
    // under its ID.
    report: handler(workspace, {
      input: z.object({ windowKey: z.string().max(WINDOW_LENGTH).optional() }),
      retries: false,
      audit: CLOCK_ACTS.report,
      async run({ windowKey }, { workspace: here }) {
        const result = windowKey === undefined ? await sendDueReport(here) : await sendReport(here, windowKey);
        if (result !== null) return { message: `Sent, with ${counted(result.leadCount, "qualified lead")}.`, result };
        if (windowKey === undefined) return { message: "No report was due.", nothing: true };
        throw conflict("report_sent", "This report was already sent, or may have been sent when the server stopped.");
      },
    }),

    deliveries: handler(workspace, {
      input: z.object({ endpointId: Id }),
      async run({ endpointId }, job) {
        // While events keep coming the job wouldn't end, and kills far apart would count as kills in a row.
        const delivered = await deliverDue(endingWith(job), endpointId, { isOneBatch: job.isAfterLostRun });
        return { message: `${counted(delivered, "event")} delivered.`, nothing: true };
      },
    }),

    digest: handler(workspace, {
      input: z.object({}),
      retries: false,
      audit: CLOCK_ACTS.digest,
      async run(_input, job) {
        const { sent, failures } = await sendDueDigests(endingWith(job));
        const message = [`${counted(sent, "email")} sent.`, ...failures].join(" ");
        return { message, failed: failures.length > 0, nothing: sent === 0 && failures.length === 0 };
      },
    }),

    "follow-ups": handler(workspace, {
      input: z.object({}),
      retries: false,
      audit: CLOCK_ACTS["follow-ups"],
      async run(_input, job) {
        const sent = await sendDueFollowUps(endingWith(job));
        return { message: `${counted(sent, "follow-up")} sent.`, nothing: sent === 0 };
      },
    }),

    import: handler(workspace, {
      input: z.object({ importId: Id, work: z.enum(["take-in", "undo"]) }),
      async run({ importId, work }, { workspace: here, cancel }) {
        const kind = work === "undo" ? TAKING_BACK : TAKING_IN;
        return importDone(await doImportWork(here, importId, kind, cancel));
      },
    }),

    replay: handler(workspace, {
      input: ReplayWork,
      retries: false,
      async run(input, { workspace: here, cancel }) {
        if (input.work === "look") {
          const replay = await dryRun(here, cancel);
          if (replay === null) return { message: "No longer needed.", nothing: true };
          const { done, leadsChanged } = replay;
          return { message: `${counted(done, "lead")} reprocessed, ${inEnglish(leadsChanged)} would change.` };
        }
        const replay = await applyNow(here, input.replayId, input.leadIds, cancel);
        if (replay === null) return { message: "No longer needed.", nothing: true };
        const { id, message, applied } = replay;
        return { message: message === "" ? `${counted(applied, "lead")} changed.` : message, result: { id } };
      },
    }),

    rescore: handler(workspace, {
      input: z.object({}),
      async run(_input, job) {
        const read = await fadeScores(endingWith(job));
        return { message: `${counted(read, "lead")} rescored.`, nothing: read === 0 };
      },
    }),

    "field-values": handler(workspace, {
      input: z.object({ fieldId: Id }),
      async run({ fieldId }, job) {
        const changed = await conformField(endingWith(job), fieldId);
        return { message: `${counted(changed, "lead")} converted.`, nothing: changed === 0 };
      },
    }),

    duplicates: handler(workspace, {
      input: z.object({}),
      async run(_input, job) {
        const compared = await findDuplicates(endingWith(job));
        return { message: `${counted(compared, "lead")} checked for duplicates.`, nothing: compared === 0 };
      },
    }),

    "address-check": handler(workspace, {
      input: z.object({}),
      async run(_input, job) {
        const checked = await checkAddresses(endingWith(job));
        return { message: `${counted(checked, "email address", "email addresses")} checked.`, nothing: checked === 0 };
      },
    }),

    "company-facts": handler(workspace, {
      input: z.object({}),
      async run(_input, job) {
        const { read, filled } = await readCompanySites(endingWith(job));
        const message = `${counted(read, "website")} read, ${counted(filled, "lead")} completed.`;
        return { message, nothing: read === 0 && filled === 0 };
      },
    }),

    retention: handler(workspace, {
      input: z.object({ atOnce: z.boolean() }),
      audit: CLOCK_ACTS.retention,
      async run(input, job) {
        const removed = await removeOldLeads(endingWith(job), input);
        const nothing = removed === null || removed === 0;
        return { message: nothing ? "No leads were old enough." : `${counted(removed, "old lead")} removed.`, nothing };
      },
    }),

    backup: handler(workspace, {
      input: z.object({}),
      audit: CLOCK_ACTS.backup,
      async run(_input, job) {
        const here = endingWith(job);
        // Loaded on first use to save memory.
        const { nightlyBackup } = await import("#server/features/backups/nightly-backup.ts");
        const message = await nightlyBackup(here, here.stopping);
        here.feed.changed(["backups"]);
        return { message };
      },
    }),

    housekeeping: handler(workspace, {
      input: z.object({}),
      async run(_input, job) {
        await runHousekeeping(endingWith(job));
        return { message: "Expired data was deleted." };
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

function importDone(record: ImportRecord | null): Done {
  if (record === null) return { message: "No longer needed.", nothing: true };
  return { message: record.message, failed: record.state === "failed" || record.state === "interrupted" };
}
