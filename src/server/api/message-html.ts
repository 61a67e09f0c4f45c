import type { FastifyInstance } from "fastify";
import { IdParams } from "#shared/contract/common.ts";
import { problem, sendProblem } from "#server/api/problem.ts";
import { openMessageHtml } from "#server/workflows/mail/open-message.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * For a stranger's words: a page without an origin, which runs, loads, sends and opens nothing, and which only our own
 * page may frame. The styles of its elements are the one thing that it brings.
 */
const HEADERS = {
  "content-security-policy": [
    "sandbox",
    "default-src 'none'",
    "img-src data:",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join(";"),
  "x-frame-options": "SAMEORIGIN",
  "x-robots-tag": "noindex",
};

/** Messages are made for white paper. A link shows its number, under which the page tells where it leads. */
const STYLE = `:root{color-scheme:light}body{margin:12px;background:#fff;color:#1a2233;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
img,table{max-width:100%}img{height:auto}pre{white-space:pre-wrap}
[data-link]::after{content:" [" attr(data-link) "]";font-size:12px;color:#5a6475}`;

/**
 * The HTML of a message, for the sandboxed frame of the page. Under an address of its own, because a frame made of text
 * would inherit the page's policy, which allows no styles of elements, and Trusted Types would refuse the text.
 */
export function messageHtmlRoutes(app: FastifyInstance, workspace: Workspace): void {
  app.get<{ Params: { id: string } }>(
    "/api/gmail/emails/:id/message/html",
    {
      config: { permission: "read" },
      schema: { summary: "The sanitised HTML of a message, for a sandboxed frame", tags: ["gmail"], params: IdParams },
    },
    async (request, reply) => {
      // Browsers tell what they want it for (W3C Fetch Metadata): never as a page of its own.
      const purpose = request.headers["sec-fetch-dest"];
      if (purpose !== undefined && purpose !== "iframe") {
        const detail = "The HTML of a message is shown inside the page alone.";
        return sendProblem(request, reply, problem("only_in_frame", 403, detail));
      }
      const html = await openMessageHtml(workspace, request.params.id);
      return reply.type("text/html; charset=utf-8").headers(HEADERS).send(`<!doctype html>
<html><head><meta charset="utf-8"><title>Message</title><style>${STYLE}</style></head><body>${html}</body></html>
`);
    },
  );
}
