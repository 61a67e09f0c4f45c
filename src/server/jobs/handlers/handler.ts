import { z } from "zod";
import type { AuditedAction } from "#shared/audit/audited-actions.ts";
import { acting } from "#server/platform/acting.ts";
import { AppError } from "#server/platform/errors.ts";
import {
  HopelessJob,
  WorkHeld,
  type JobContext,
  type JobHandler,
  type JobOutcome,
} from "#server/jobs/queue/job-queue.ts";
import { recordAction } from "#server/features/accounts/audit.ts";
import type { Workspace } from "#server/workspace.ts";

/** The context a job runs in. */
export interface InJob {
  /** Bound to this job: it reports the job's progress, and its work stops if another process may have taken over. */
  workspace: Workspace;
  /** Aborted when a user cancels the job, but not when the process stops. */
  cancel: AbortSignal;
  /** Whether the run before this one ended with its process. */
  isAfterLostRun: boolean;
  /** Whether this is the last attempt if it fails, such as the only one of a job that a person waits for. */
  isLast: boolean;
}

/** The result of a job. */
export interface Done extends JobOutcome {
  /** The workflow failed and has recorded that; retrying immediately wouldn't help. */
  failed?: boolean;
}

interface Work<Input> {
  input: z.ZodType<Input>;
  /**
   * Whether to retry a failure that is shown to users, with backoff; true by default. False if the workflow records the
   * failure and schedules the next try itself.
   */
  retries?: boolean;
  /** The audit action for scheduled runs that changed something; requests by users are audited separately. */
  audit?: AuditedAction;
  run(input: Input, job: InJob): Promise<Done>;
}

/** Another run holds the lease, possibly one whose process has died. */
const HELD: ReadonlySet<string> = new Set(["sync_running", "scrape_running"]);
/** Retried even if the workflow schedules its next try: that may be weeks away. */
const PASSING: ReadonlySet<string> = new Set([...HELD, "store_unreachable", "scrape_interrupted"]);

/** The schedule run that the job belongs to; none if a user started it. */
const OfSchedule = z.object({ run: z.string().optional() });

/** Creates a handler that runs a workflow and records the outcome in the schedule run that started it. */
export function handler<Input>(workspace: Workspace, work: Work<Input>): JobHandler<never> {
  const handled: JobHandler<{ asked: Input; scheduled: z.infer<typeof OfSchedule> }> = {
    input: z.unknown().transform((value) => ({ asked: work.input.parse(value), scheduled: OfSchedule.parse(value) })),
    async run({ asked, scheduled }, context) {
      try {
        const { failed = false, ...outcome } = await work.run(asked, inJob(workspace, context));
        if (work.audit !== undefined && outcome.nothing !== true)
          await recordInAudit(workspace, work.audit, { ...outcome, failed });
        if (scheduled.run !== undefined && context.signal.reason !== "canceled") {
          await recordScheduledRun(workspace, scheduled.run, { ...outcome, failed });
        }
        return outcome;
      } catch (error) {
        const isEnding = context.signal.aborted || workspace.stopping.aborted;
        if (!context.signal.aborted && error instanceof AppError && HELD.has(error.id)) throw new WorkHeld(error);
        throw isFinal(error, { retries: work.retries ?? true, isEnding, isLast: context.isLast })
          ? new HopelessJob(error.message, { cause: error })
          : error;
      }
    },
  };
  // The queue always parses the input with this schema before calling run, so the cast is safe.
  return handled as JobHandler<never>;
}

/**
 * Whether not to retry. When the process stops, the job is resumed elsewhere, unless a user was waiting for it and has
 * already seen the error.
 */
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
  const whenEnded = (): void => (signal.reason === "canceled" ? cancel : stop).abort();
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
    isAfterLostRun: context.isAfterLostRun,
    isLast: context.isLast,
  };
}

/** The workspace for work that ends the same way whether a user cancels it or the process stops. */
export function endingWith({ workspace, cancel }: InJob): Workspace {
  return { ...workspace, stopping: AbortSignal.any([workspace.stopping, cancel]) };
}

async function recordInAudit(
  workspace: Workspace,
  { action, summary }: AuditedAction,
  { failed = false, message }: Done,
): Promise<void> {
  const { by, userId, requestId } = acting();
  if (requestId !== null) return;
  await recordAction(workspace, {
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

async function recordScheduledRun(
  { store, clock, feed }: Workspace,
  run: string,
  { failed, nothing = false, message }: Done,
): Promise<void> {
  const outcome = failed === true ? "failed" : nothing ? "nothing" : "done";
  await store.schedules.finish(run, { outcome, message, finishedAt: clock().toISOString() });
  feed.changed(["schedules"]);
}
