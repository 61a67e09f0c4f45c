import type { FastifyInstance, FastifyRequest } from "fastify";
import { runNeeds } from "#shared/roles.ts";
import { requireAllowed } from "#server/features/accounts/access.ts";
import { route } from "#server/http/route.ts";
import { conflict, existing } from "#server/platform/errors.ts";
import type { JobRecord } from "#server/jobs/queue/job-queue.ts";
import { cancelListedJob, retryListedJob } from "#server/features/jobs/listed-jobs.ts";
import type { Workspace } from "#server/workspace.ts";

/** Background jobs for users: waiting, running and failed ones, and the actions on them. */
export function jobRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { jobs } = workspace;
  const known = async (id: string): Promise<JobRecord> => {
    return existing(await jobs.get(id), "job");
  };

  /** A job the caller may manage. */
  const actedOn = async (id: string, request: FastifyRequest): Promise<JobRecord> => {
    const job = await known(id);
    await requireAllowed(
      workspace,
      request,
      runNeeds(job.kind),
      "Only an owner can cancel, dismiss or retry this job.",
    );
    return job;
  };

  route(app, "GET /api/jobs", ({ query }) => jobs.list(query));

  route(app, "GET /api/jobs/{id}", ({ params }) => known(params.id));

  route(app, "POST /api/jobs/{id}/cancel", async ({ params, request }) => {
    return { canceled: await cancelListedJob(workspace, await actedOn(params.id, request)) };
  });

  route(app, "POST /api/jobs/{id}/retry", async ({ params, request }) => {
    const again = await retryListedJob(workspace, await actedOn(params.id, request));
    if (again === null) {
      throw conflict("job_not_failed", "Only failed or canceled jobs can be retried.");
    }
    return again;
  });

  route(app, "POST /api/jobs/{id}/drop", async ({ params, request }) => {
    const { id } = await actedOn(params.id, request);
    if (!(await jobs.drop(id))) {
      throw conflict("job_under_way", "This job hasn't finished. Cancel it first.");
    }
    return null;
  });
}
