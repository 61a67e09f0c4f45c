import type { FastifyInstance } from "fastify";
import { notFound } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

const OF_LEAD = "/api/leads/:id";

/** Refuses every call on a lead that the caller doesn't see as if the lead didn't exist. */
export function hideUnseenLeads(app: FastifyInstance, { store }: Pick<Workspace, "store">): void {
  // A callback, so that accounts that see all leads don't wait for a promise.
  app.addHook("preHandler", ({ acting, params, routeOptions: { url = "" } }, _reply, done) => {
    if (acting.sight === undefined || (url !== OF_LEAD && !url.startsWith(`${OF_LEAD}/`))) return done();
    store
      .sees("leads", (params as { id: string }).id)
      .then((isSeen) => done(isSeen ? undefined : notFound("lead")), done);
  });
}
