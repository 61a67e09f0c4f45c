import type { FastifyInstance, FastifyReply } from "fastify";
import { PLAIN_PAGE_ROUTE, plainActRoute, plainPageScope, sendPlainPage } from "#server/api/plain-page.ts";
import { actPage } from "#server/api/report-link-page.ts";
import { decideByLink, takeBackByLink, viewLink, type LinkView } from "#server/workflows/reports/decide-by-link.ts";
import { DECIDE_PATH } from "#server/workflows/reports/send-report.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

interface LinkRoute {
  Params: { token: string };
}

const STATUS: Record<LinkView["kind"], number> = {
  unknown: 404,
  expired: 410,
  merged: 409,
  open: 200,
  used: 200,
  changed: 409,
};

/**
 * Where the links of a report lead. Reading the page changes nothing, because programs that check mail open every link in
 * it; a press of its button does. The signed address is all the right that is asked for, so it may come from anywhere:
 * whoever could make a browser send it has it already.
 */
export async function reportLinkRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  await plainPageScope(app, (scope) => {
    const send = (reply: FastifyReply, view: LinkView, token: string, refusal: string | null = null): FastifyReply =>
      sendPlainPage(
        reply,
        refusal === null ? STATUS[view.kind] : 409,
        actPage(view, { path: `${DECIDE_PATH}/${token}`, refusal, publicUrl: workspace.publicUrl ?? "" }),
      );

    scope.get<LinkRoute>(`${DECIDE_PATH}/:token`, PLAIN_PAGE_ROUTE, async ({ params: { token } }, reply) =>
      send(reply, await viewLink(workspace, token), token),
    );
    const decide = plainActRoute("report-links.decide", "Decide on a lead by a report's link");
    scope.post<LinkRoute>(`${DECIDE_PATH}/:token`, decide, async ({ params: { token } }, reply) =>
      send(reply, await decideByLink(workspace, token), token),
    );
    const takeBack = plainActRoute("report-links.undo", "Take a decision by a report's link back");
    scope.post<LinkRoute>(`${DECIDE_PATH}/:token/undo`, takeBack, async ({ params: { token } }, reply) => {
      const { view, refusal } = await takeBackByLink(workspace, token);
      return send(reply, view, token, refusal);
    });
  });
}
