import type { FastifyInstance } from "fastify";
import { goneLead } from "#server/features/leads/gone-lead.ts";
import type { Workspace } from "#server/workspace.ts";

const OF_LEAD = "/api/leads/:id";

/** Refuses every call on a lead that the caller doesn't see as if the lead didn't exist, or names what it is part of. */
export function hideUnseenLeads(app: FastifyInstance, { store }: Pick<Workspace, "store">): void {
  // A callback, so that accounts that see all leads don't wait for a promise.
  app.addHook("preHandler", ({ acting, params, routeOptions: { url = "" } }, _reply, done) => {
    if (acting.sight === undefined || (url !== OF_LEAD && !url.startsWith(`${OF_LEAD}/`))) return done();
    const { id } = params as { id: string };
    store
      .sees("leads", id)
      .then(async (isSeen) => (isSeen ? undefined : goneLead({ store }, id)))
      .then(done, done);
  });
}
