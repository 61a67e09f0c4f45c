import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "#server/platform/errors.ts";
import { actPage, ACT_PAGE_POLICY } from "#server/api/report-link-page.ts";
import { decideByLink, takeBackByLink, viewLink, type LinkView } from "#server/workflows/reports/decide-by-link.ts";
import { DECIDE_PATH } from "#server/workflows/reports/send-report.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

interface LinkRoute {
  Params: { token: string };
}

const PER_MINUTE = 60;
const MINUTE_MILLISECONDS = 60_000;
const NO_HEADERS = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };
const BODY_BYTES = 10_000;
const STATUS: Record<LinkView["kind"], number> = { unknown: 404, expired: 410, open: 200, used: 200, changed: 409 };

/**
 * Where the links of a report lead. Reading the page changes nothing, because programs that check mail open every link in
 * it; a press of its button does. The signed address is all the right that is asked for, so it may come from anywhere:
 * whoever could make a browser send it has it already.
 */
export async function reportLinkRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      max: PER_MINUTE,
      timeWindow: MINUTE_MILLISECONDS,
      addHeadersOnExceeding: NO_HEADERS,
      addHeaders: { ...NO_HEADERS, "retry-after": true },
      errorResponseBuilder: (_request, { ttl }) =>
        new AppError("too_fast", 429, "Too many requests at once. Try again in a minute.", {
          retryAfterSeconds: Math.ceil(ttl / 1000),
        }),
    });
    // The form sends nothing that the address does not say.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_BYTES }, (_request, _body, done) =>
      done(null, undefined),
    );
    const options = { config: { isForStrangers: true }, schema: { hide: true } };
    const send = (reply: FastifyReply, view: LinkView, token: string, refusal: string | null = null): FastifyReply =>
      reply
        .code(refusal === null ? STATUS[view.kind] : 409)
        .type("text/html; charset=utf-8")
        .headers({
          "cache-control": "no-store",
          "content-security-policy": ACT_PAGE_POLICY,
          "x-robots-tag": "noindex",
        })
        .send(actPage(view, { path: `${DECIDE_PATH}/${token}`, refusal, publicUrl: workspace.publicUrl ?? "" }));

    scope.get<LinkRoute>(`${DECIDE_PATH}/:token`, options, async ({ params: { token } }, reply) =>
      send(reply, await viewLink(workspace, token), token),
    );
    scope.post<LinkRoute>(`${DECIDE_PATH}/:token`, options, async ({ params: { token } }, reply) =>
      send(reply, await decideByLink(workspace, token), token),
    );
    scope.post<LinkRoute>(`${DECIDE_PATH}/:token/undo`, options, async ({ params: { token } }, reply) => {
      const { view, refusal } = await takeBackByLink(workspace, token);
      return send(reply, view, token, refusal);
    });
  });
}
