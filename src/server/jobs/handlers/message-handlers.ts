import { z } from "zod";
import { CLOCK_ACTS } from "#shared/contract/audited-calls.ts";
import { conflict } from "#server/platform/errors.ts";
import type { JobHandlers } from "#server/queue/job-queue.ts";
import { handler } from "#server/jobs/handlers/handler.ts";
import { sendDueFollowUps } from "#server/workflows/follow-up/send-due-follow-ups.ts";
import { sendDueReport } from "#server/workflows/reports/send-due-report.ts";
import { sendReport } from "#server/workflows/reports/send-report.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const WINDOW_LENGTH = 100;

/** The jobs that send something. A message that may have gone out is not sent again, however often its job is tried. */
export function messageHandlers(workspace: Workspace): JobHandlers {
  return {
    report: handler(workspace, {
      input: z.object({ windowKey: z.string().max(WINDOW_LENGTH).optional() }),
      retries: false,
      audit: CLOCK_ACTS.report,
      async run({ windowKey }, { workspace: here }) {
        const result = windowKey === undefined ? await sendDueReport(here) : await sendReport(here, windowKey);
        if (result !== null) return { message: `Sent, with ${counted(result.leadCount, "qualified lead")}.`, result };
        if (windowKey === undefined) return { message: "No report was owed.", nothing: true };
        throw conflict("report_sent", "This report was sent already, or may have been when the server stopped.");
      },
    }),

    "follow-ups": handler(workspace, {
      input: z.object({}),
      retries: false,
      audit: CLOCK_ACTS["follow-ups"],
      async run(_input, { workspace: here, cancel }) {
        const stopping = AbortSignal.any([here.stopping, cancel]);
        const sent = await sendDueFollowUps({ ...here, stopping });
        return { message: `${counted(sent, "follow-up")} sent.`, nothing: sent === 0 };
      },
    }),
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
