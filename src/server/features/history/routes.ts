import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerOf } from "#server/features/accounts/access.ts";
import { route } from "#server/http/route.ts";
import { journalPage } from "#server/features/history/journal-page.ts";
import { mayCall } from "#server/features/accounts/caller.ts";
import { undoAction } from "#server/features/history/undo-action.ts";
import type { Workspace } from "#server/workspace.ts";

/** History and undo. */
export function journalRoutes(app: FastifyInstance, workspace: Workspace): void {
  const mayManage = async (request: FastifyRequest): Promise<boolean> => {
    const caller = await callerOf(workspace, request);
    return caller !== null && mayCall(caller, "manage");
  };

  route(app, "GET /api/journal", async ({ query, request }) =>
    journalPage(workspace, { ...query, mayManage: await mayManage(request) }),
  );

  route(app, "POST /api/journal/{id}/undo", async ({ params, request }) =>
    undoAction(workspace, params.id, { by: request.acting.by, mayManage: await mayManage(request) }),
  );
}
