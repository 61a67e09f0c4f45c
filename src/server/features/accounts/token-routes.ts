import type { FastifyInstance } from "fastify";
import { callerOf, originOf } from "#server/features/accounts/access.ts";
import { addAuditDetails } from "#server/features/accounts/audit-trail.ts";
import { route } from "#server/http/route.ts";
import { listTokens, makeToken, removeToken, renameToken } from "#server/features/accounts/api-tokens.ts";
import type { Workspace } from "#server/workspace.ts";

/** API tokens: the caller's, and everybody's for owners to see and delete. */
export function tokenRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "GET /api/tokens", async ({ query: { all = false }, request }) =>
    listTokens(workspace, await callerOf(workspace, request), all),
  );

  route(app, "POST /api/tokens", async ({ body, request }) => {
    const made = await makeToken(workspace, await callerOf(workspace, request), body, originOf(request));
    addAuditDetails(request, { subject: made.id });
    return made;
  });

  route(app, "PATCH /api/tokens/{id}", async ({ params, body, request }) =>
    renameToken(workspace, await callerOf(workspace, request), params.id, body.name),
  );

  route(app, "DELETE /api/tokens/{id}", async ({ params, request }) => {
    await removeToken(workspace, await callerOf(workspace, request), params.id);
    return null;
  });
}
