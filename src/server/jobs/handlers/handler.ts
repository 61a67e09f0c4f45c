import { z } from "zod";
import type { AuditedAct } from "#shared/contract/audited-calls.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError } from "#server/platform/errors.ts";
import { HopelessJob, type JobContext, type JobHandler, type JobOutcome } from "#server/queue/job-queue.ts";
import { recordAct } from "#server/workflows/accounts/audit.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What a job works with. */
export interface InJob {
  /** The workspace, whose work tells the job how far it is and stops where another process may have taken it over. */
  workspace: Workspace;
  /** Aborted when a person cancels the job, and not when the process stops. */
  cancel: AbortSignal;
}

/** What a job came to. */
export interface Done extends JobOutcome {
  /** The work says that it failed, and was recorded as such; trying again at once would not help. */
  failed?: boolean;
}

interface Work<Input> {
  input: z.ZodType<Input>;
  /**
   * Whether a failure that is told to people is tried again with backoff. False where the workflow has recorded it and
   * says itself when the next try is due.
   */
  retries: boolean;
  /** What the audit log calls it where the clock asked for it and something came of it; what a person asked for is told. */
  audit?: AuditedAct;
  run(input: Input, job: InJob): Promise<Done>;
}

/** What passes by itself: the database is away, or a process that died still holds what this needs. */
const PASSING: ReadonlySet<string> = new Set(["store_unreachable", "sync_running", "scrape_running"]);

/** The run of a schedule that the job does; a person's job has none. */
const OfSchedule = z.object({ run: z.string().optional() });

/** A handler that does a workflow's work, and tells the schedule that asked for it how that went. */
export function handler<Input>(workspace: Workspace, work: Work<Input>): JobHandler<never> {
  const handled: JobHandler<{ asked: Input; scheduled: z.infer<typeof OfSchedule> }> = {
    input: z.unknown().transform((value) => ({ asked: work.input.parse(value), scheduled: OfSchedule.parse(value) })),
    async run({ asked, scheduled }, context) {
      try {
        const { failed = false, ...outcome } = await work.run(asked, inJob(workspace, context));
        if (work.audit !== undefined && outcome.nothing !== true)
          await tellAudit(workspace, work.audit, { ...outcome, failed });
        if (scheduled.run !== undefined && context.signal.reason !== "cancelled") {
          await tellSchedule(workspace, scheduled.run, { ...outcome, failed });
        }
        return outcome;
      } catch (error) {
        const isEnding = context.signal.aborted || workspace.stopping.aborted;
        throw isFinal(error, { retries: work.retries, isEnding, isLast: context.isLast })
          ? new HopelessJob(error.message, { cause: error })
          : error;
      }
    },
  };
  // Its input is read before it is run, so that the two always belong together.
  return handled as JobHandler<never>;
}

/** Where the process stops, the job is taken up again elsewhere, unless a person waited for it, who has been told. */
function isFinal(
  error: unknown,
  { retries, isEnding, isLast }: { retries: boolean; isEnding: boolean; isLast: boolean },
): error is AppError {
  if (!(error instanceof AppError)) return false;
  return isEnding ? isLast : !retries && !PASSING.has(error.id);
}

function inJob(workspace: Workspace, context: JobContext): InJob {
  const { signal } = context;
  const cancel = new AbortController();
  const stop = new AbortController();
  const whenEnded = (): void => (signal.reason === "cancelled" ? cancel : stop).abort();
  signal.addEventListener("abort", whenEnded);
  if (signal.aborted) whenEnded();
  const { feed } = workspace;
  return {
    workspace: {
      ...workspace,
      stopping: AbortSignal.any([workspace.stopping, stop.signal]),
      feed: {
        ...feed,
        progress(event) {
          feed.progress(event);
          const { label, done, total } = event;
          context.progress({ label, done, total });
        },
      },
    },
    cancel: cancel.signal,
  };
}

async function tellAudit(
  workspace: Workspace,
  { action, summary }: AuditedAct,
  { failed = false, message }: Done,
): Promise<void> {
  const { by, userId, requestId } = acting();
  if (requestId !== null) return;
  await recordAct(workspace, {
    by,
    userId,
    via: "clock",
    address: "",
    action,
    summary: `${summary}: ${message}`,
    subject: "",
    outcome: failed ? "failed" : "done",
    requestId: "",
  });
}

async function tellSchedule(
  { store, clock, feed }: Workspace,
  run: string,
  { failed, nothing = false, message }: Done,
): Promise<void> {
  const outcome = failed === true ? "failed" : nothing ? "nothing" : "done";
  await store.schedules.finish(run, { outcome, message, finishedAt: clock().toISOString() });
  feed.changed(["schedules"]);
}
