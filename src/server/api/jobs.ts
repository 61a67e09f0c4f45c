import type { FastifyInstance, FastifyRequest } from "fastify";
import { runNeeds } from "#shared/roles.ts";
import { requireAllowed } from "#server/api/access.ts";
import { route } from "#server/api/route.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { JobRecord } from "#server/queue/job-queue.ts";
import { cancelListedJob } from "#server/workflows/cancel-listed-job.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Long work as people see it: what waits, runs and failed, and what they can do about it. */
export function jobRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { jobs } = workspace;
  const known = async (id: string): Promise<JobRecord> => {
    const job = await jobs.get(id);
    if (job === null) throw notFound("job");
    return job;
  };

  /** One that the caller may act on. */
  const actedOn = async (id: string, request: FastifyRequest): Promise<JobRecord> => {
    const job = await known(id);
    await requireAllowed(
      workspace,
      request,
      runNeeds(job.kind),
      "Only an owner stops, drops or tries a job of this kind.",
    );
    return job;
  };

  route(app, "GET /api/jobs", ({ query }) => jobs.list(query));

  route(app, "GET /api/jobs/{id}", ({ params }) => known(params.id));

  route(app, "POST /api/jobs/{id}/cancel", async ({ params, request }) => {
    return { cancelled: await cancelListedJob(workspace, await actedOn(params.id, request)) };
  });

  route(app, "POST /api/jobs/{id}/retry", async ({ params, request }) => {
    const { id } = await actedOn(params.id, request);
    const again = await jobs.retry(id);
    if (again === null) {
      throw conflict("job_not_failed", "Only a job that failed or was cancelled can be tried again. This one has not.");
    }
    return again;
  });

  route(app, "POST /api/jobs/{id}/drop", async ({ params, request }) => {
    const { id } = await actedOn(params.id, request);
    if (!(await jobs.drop(id))) {
      throw conflict("job_under_way", "This job has not ended yet. Cancel it first.");
    }
    return null;
  });
}
