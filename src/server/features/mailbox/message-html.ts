import type { FastifyInstance } from "fastify";
import { IdParams } from "#shared/contract/common.ts";
import { problem, sendProblem } from "#server/http/problem.ts";
import { openMessageHtml } from "#server/features/mailbox/open-message.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * For strangers' HTML: a page without an origin that runs, loads, sends and opens nothing, and that only our page may
 * frame. Only its elements' styles remain.
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

/** Messages assume a white background. A link shows its number, under which the page lists its target. */
const STYLE = `:root{color-scheme:light}body{margin:12px;background:#fff;color:#1a2233;font:14px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
img,table{max-width:100%}img{height:auto}pre{white-space:pre-wrap}
[data-link]::after{content:" [" attr(data-link) "]";font-size:12px;color:#5a6475}`;

/**
 * The HTML of a message, for the page's sandboxed frame. It has its own address because a srcdoc frame would inherit
 * the page's policy, which allows no inline styles, and Trusted Types would refuse the text.
 */
export function messageHtmlRoutes(app: FastifyInstance, workspace: Workspace): void {
  app.get<{ Params: { id: string } }>(
    "/api/gmail/emails/:id/message/html",
    {
      config: { permission: "read", answerType: "text/html" },
      schema: { summary: "A message's sanitized HTML, for a sandboxed frame", tags: ["gmail"], params: IdParams },
    },
    async (request, reply) => {
      // Browsers state the destination (W3C Fetch Metadata): refused as a top-level page.
      const purpose = request.headers["sec-fetch-dest"];
      if (purpose !== undefined && purpose !== "iframe") {
        const detail = "A message's HTML can only be shown inside Winnow.";
        return sendProblem(request, reply, problem("only_in_frame", 403, detail));
      }
      const html = await openMessageHtml(workspace, request.params.id);
      return reply.type("text/html; charset=utf-8").headers(HEADERS).send(`<!doctype html>
<html><head><meta charset="utf-8"><title>Message</title><style>${STYLE}</style></head><body>${html}</body></html>
`);
    },
  );
}
