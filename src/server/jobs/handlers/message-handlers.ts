import { z } from "zod";
import { CLOCK_ACTS } from "#shared/audit/audited-actions.ts";
import { Id } from "#shared/contract/common.ts";
import { counted } from "#shared/counted.ts";
import { conflict } from "#server/platform/errors.ts";
import type { JobHandlers } from "#server/jobs/queue/job-queue.ts";
import { endingWith, handler } from "#server/jobs/handlers/handler.ts";
import { sendDueDigests } from "#server/features/digests/send-digests.ts";
import { sendDueFollowUps } from "#server/features/follow-ups/send-due-follow-ups.ts";
import { sendDueReport, sendReport } from "#server/features/reports/send-report.ts";
import { deliverDue } from "#server/features/webhooks/deliver.ts";
import type { Workspace } from "#server/workspace.ts";

const WINDOW_LENGTH = 100;

/**
 * Handlers of jobs that send messages. An email that may have been sent is never sent again, however often its job is
 * retried; an event is sent again under its ID.
 */
export function messageHandlers(workspace: Workspace): JobHandlers {
  return {
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
  };
}
