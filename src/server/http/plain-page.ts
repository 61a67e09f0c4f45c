import { createHash } from "node:crypto";
import type { AuditedAction } from "#shared/audit/audited-actions.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { MINUTE } from "#shared/durations.ts";
import { limitRate } from "#server/http/limit-rate.ts";
import { escapeHtml } from "#server/delivery/mail/mailed-words.ts";

/** A page without scripts for people who followed a link in an email. */
export interface PlainPage {
  /** Text, also used as the heading. */
  title: string;
  /** HTML. */
  body: string;
  language?: string;
}

const PER_MINUTE = 60;
const BODY_BYTES = 10_000;

const STYLE = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f4f6fa;color:#1a2233}
main{max-width:36rem;margin:8vh auto;padding:1.5rem;background:#fff;border:1px solid #e3e7ee;border-radius:8px}
h1{font-size:1.25rem;line-height:1.4;margin:0 0 .5rem;overflow-wrap:anywhere}
p{margin:.5rem 0;overflow-wrap:anywhere}h1,main>p{unicode-bidi:plaintext}ul{margin:.75rem 0;padding-left:1.25rem}li{overflow-wrap:anywhere}
small{display:block;color:#5a6475;font-size:.875rem}mark{background:#fff3c4;color:#1a2233}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:6px;background:#2243a8;color:#fff;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid #6f8fe8;outline-offset:2px}
a{color:#2243a8}form{margin:1rem 0}main>:last-child{margin-bottom:0}
label:has(input:not([type=checkbox]),select,textarea){font-weight:600}
input:not([type=checkbox]),select,textarea{display:block;box-sizing:border-box;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.5rem .75rem;font:inherit;font-weight:400;color:inherit;background:transparent;border:1px solid #8a94a6;border-radius:6px}
input:focus-visible,select:focus-visible,textarea:focus-visible{outline:3px solid #6f8fe8;outline-offset:2px}
@media (max-width:40rem){main{margin:0;border:0;border-radius:0;min-height:100vh;box-sizing:border-box}}
@media (prefers-color-scheme:dark){body{background:#0f131b;color:#e8ecf4}main{background:#171c26;border-color:#2b3342}
small{color:#a3adbf}a{color:#9db8ff}mark{background:#5b4a12;color:#fff3c4}button{background:#9db8ff;color:#0f131b}}`;

/** Runs and loads nothing, its form posts only here, and search engines skip it. */
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(";"),
  "x-robots-tag": "noindex",
};

/** A page whose address ends in a token that says everything. */
export interface TokenRoute {
  Params: { token: string };
}

export const PLAIN_PAGE_ROUTE = {
  config: { permission: "anyone", isForStrangers: true },
  schema: { hide: true },
} as const;

/** The same for changes, which are audited. */
export function plainActionRoute(audit: AuditedAction) {
  const { config, schema } = PLAIN_PAGE_ROUTE;
  return { config: { ...config, audit }, schema };
}

/**
 * Declares routes of plain pages: rate limited per client, with request bodies ignored, since the URL says everything.
 */
export async function plainPageScope(app: FastifyInstance, declare: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    await limitRate(scope, {
      max: PER_MINUTE,
      timeWindow: MINUTE,
      refusal: "Too many requests. Try again in a minute.",
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_BYTES }, (_request, _body, done) =>
      done(null, undefined),
    );
    declare(scope);
  });
}

export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  { title, body, language = "en" }: PlainPage,
): FastifyReply {
  const heading = escapeHtml(title);
  return reply.code(status).type("text/html; charset=utf-8").headers(HEADERS).send(`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${heading}</title><style>${STYLE}</style></head>
<body><main><h1>${heading}</h1>${body}</main></body></html>
`);
}
