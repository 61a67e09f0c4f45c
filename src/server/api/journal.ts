import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerOf } from "#server/api/access.ts";
import { route } from "#server/api/route.ts";
import { journalPage } from "#server/workflows/journal/journal-page.ts";
import { mayCall } from "#server/workflows/accounts/caller.ts";
import { undoAct } from "#server/workflows/journal/undo-act.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What happened, and taking it back. */
export function journalRoutes(app: FastifyInstance, workspace: Workspace): void {
  const mayManage = async (request: FastifyRequest): Promise<boolean> => {
    const caller = await callerOf(workspace, request);
    return caller !== null && mayCall(caller, "manage");
  };

  route(app, "GET /api/journal", async ({ query, request }) =>
    journalPage(workspace, { ...query, mayManage: await mayManage(request) }),
  );

  route(app, "POST /api/journal/{id}/undo", async ({ params, request }) =>
    undoAct(workspace, params.id, { by: request.acting.by, mayManage: await mayManage(request) }),
  );
}
