import { actAs } from "#server/platform/acting.ts";
import type { Log } from "#server/platform/log.ts";
import { jobDuration } from "#server/platform/metrics.ts";
import { beginSpan } from "#server/platform/tracing.ts";
import type { JobEnd, JobRecord } from "#server/db/jobs/job-types.ts";

/**
 * Runs one attempt of a job on behalf of the user who requested it, with the ids of the job and the request in its log,
 * a trace whose span links to the request's (OpenTelemetry, "Links between spans"), and its duration in the metrics.
 * `attempt` doesn't throw; null hands the job back.
 */
export async function observedAttempt(
  job: JobRecord,
  log: Log,
  attempt: () => Promise<JobEnd | null>,
): Promise<JobEnd | null> {
  const { id, kind, by, requestId, traceparent, attempts } = job;
  const span = beginSpan(`job ${kind}`, {
    kind: "consumer",
    follows: traceparent,
    attributes: {
      "winnow.job_id": id,
      "winnow.job_kind": kind,
      "winnow.attempt": attempts,
      ...(requestId !== null && { "winnow.request_id": requestId }),
    },
  });
  const act = (): Promise<JobEnd | null> =>
    actAs({ by, userId: null, requestId, job: { id, kind } }, async () => {
      const startedAt = performance.now();
      log.debug({ attempt: attempts }, "job begins");
      const end = await attempt();
      const outcome = outcomeOf(end);
      const milliseconds = Math.round(performance.now() - startedAt);
      jobDuration.observe({ kind, outcome }, milliseconds / 1_000);
      if (end?.state === "failed") span?.fail(end.error.id);
      log[end?.state === "failed" ? "info" : "debug"]({ outcome, milliseconds, error: errorOf(end) }, "job ends");
      return end;
    });
  try {
    return await (span === null ? act() : span.within(act));
  } finally {
    span?.end();
  }
}

function outcomeOf(end: JobEnd | null): string {
  if (end === null) return "handed_back";
  if (end.state === "done") return end.nothing ? "nothing" : "done";
  return end.retryAfter === null ? "dead" : "failed";
}

function errorOf(end: JobEnd | null): string | undefined {
  return end?.state === "failed" ? end.error.id : undefined;
}
