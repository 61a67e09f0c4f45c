import type { FastifyInstance, FastifyReply } from "fastify";
import { OTHER_ACTS } from "#shared/audit/audited-actions.ts";
import {
  PLAIN_PAGE_ROUTE,
  plainActionRoute,
  plainPageScope,
  sendPlainPage,
  type TokenRoute,
} from "#server/http/plain-page.ts";
import { actionPage } from "#server/features/report-links/decision-page.ts";
import { decideByLink, undoByLink, viewLink, type LinkView } from "#server/features/report-links/decide-by-link.ts";
import { DECIDE_PATH } from "#server/features/reports/send-report.ts";
import type { Workspace } from "#server/workspace.ts";

const STATUS: Record<LinkView["kind"], number> = {
  unknown: 404,
  forbidden: 403,
  expired: 410,
  merged: 409,
  open: 200,
  used: 200,
  changed: 409,
};

/**
 * The target of the links of reports and digests. Opening the page changes nothing, because mail scanners open every link; pressing its
 * button does. The signed address is the only authorization, so requests may come from any site: anyone who could
 * forge one already has the link.
 */
export async function reportLinkRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  await plainPageScope(app, (scope) => {
    const send = (reply: FastifyReply, view: LinkView, token: string, refusal: string | null = null): FastifyReply =>
      sendPlainPage(
        reply,
        refusal === null ? STATUS[view.kind] : 409,
        actionPage(view, { path: `${DECIDE_PATH}/${token}`, refusal, publicUrl: workspace.publicUrl ?? "" }),
      );

    scope.get<TokenRoute>(`${DECIDE_PATH}/:token`, PLAIN_PAGE_ROUTE, async ({ params: { token } }, reply) =>
      send(reply, await viewLink(workspace, token), token),
    );
    const decide = plainActionRoute(OTHER_ACTS.decideByLink);
    scope.post<TokenRoute>(`${DECIDE_PATH}/:token`, decide, async ({ params: { token } }, reply) =>
      send(reply, await decideByLink(workspace, token), token),
    );
    const takeBack = plainActionRoute(OTHER_ACTS.undoByLink);
    scope.post<TokenRoute>(`${DECIDE_PATH}/:token/undo`, takeBack, async ({ params: { token } }, reply) => {
      const { view, refusal } = await undoByLink(workspace, token);
      return send(reply, view, token, refusal);
    });
  });
}
