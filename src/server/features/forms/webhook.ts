import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "#shared/limits.ts";
import { AppError, notFound } from "#server/platform/errors.ts";
import { FORM_HOOK_PATH, isSameToken, openFormHook, type OpenFormHook } from "#server/features/forms/form-hook.ts";
import { receiveSubmission } from "#server/features/forms/receive-submission.ts";
import type { Workspace } from "#server/workspace.ts";

interface HookRoute {
  Params: { token: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** The challenge Meta wants echoed, restricted to characters that no browser could render as a page. */
const CHALLENGE = /^[\w-]{1,100}$/u;

/** A megabyte over a poor phone connection. */
const SLOWEST_BODY_MILLISECONDS = 60_000;

/** Any site's page may send here; the answer reveals nothing, and no cookie authorizes it. */
const FOR_OTHER_SITES = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

/** For a browser that submitted a page's own form. No style or script, per the content policy. */
const THANKS = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Thank you</title>
</head>
<body>
<h1>Thank you</h1>
<p>We got your answers. You can go back to the page you came from.</p>
</body>
</html>
`;

/**
 * The address forms post to. Strangers call it, so it isn't in the endpoint table: the body has any type and is kept as
 * raw bytes for signature checks, with its own limit.
 */
export async function webhookRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  await app.register(async (scope) => {
    const hooks = new WeakMap<FastifyRequest, OpenFormHook>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    await scope.register(rateLimit, {
      max: LIMITS.formHook.perMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => (hooks.has(request) ? "the form address" : "a wrong one"),
      groupId: "forms",
      addHeadersOnExceeding: NO_HEADERS,
      addHeaders: { ...NO_HEADERS, "retry-after": true },
      errorResponseBuilder: (_request, { ttl }) =>
        new AppError("too_fast", 429, "Too many submissions this minute. Send this one again later.", {
          retryAfterSeconds: Math.ceil(ttl / 1000),
        }),
    });
    // Before the rate limit, so that guesses don't count against the address itself.
    scope.addHook<HookRoute>("onRequest", async (request, reply) => {
      reply.headers(FOR_OTHER_SITES);
      const hook = await openFormHook(workspace, request.params.token);
      if (hook !== null) hooks.set(request, hook);
    });
    // After the rate limit, and before a byte of the body is read.
    scope.addHook<HookRoute>("preParsing", async (request, reply) => {
      if (request.method === "OPTIONS") return;
      if (!hooks.has(request)) {
        // Otherwise the connection would wait for a body that nobody reads.
        reply.header("connection", "close");
        throw notFound("webhook URL");
      }
      refuseCompressed(request);
      letGoOfSlowBody(request);
    });

    const url = `${FORM_HOOK_PATH}/:token`;
    const config = { permission: "anyone", isForStrangers: true } as const;
    const schema = { hide: true };

    scope.post<HookRoute>(
      url,
      { config, schema, bodyLimit: LIMITS.formHook.submissionBytes },
      async (request, reply) => {
        const hook = hooks.get(request);
        if (hook === undefined) throw notFound("webhook URL");
        const { id } = await receiveSubmission(workspace, hook, {
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          contentType: request.headers["content-type"] ?? "",
          signatures: {
            typeform: oneOf(request.headers["typeform-signature"]),
            winnow: oneOf(request.headers["x-winnow-signature"]),
          },
        });
        if (wantsPage(request)) return reply.type("text/html; charset=utf-8").send(THANKS);
        return { received: true, id };
      },
    );

    scope.get<HookRoute>(url, { config, schema }, async (request, reply) => {
      const { token } = request.params;
      const mode = oneOf(request.query["hub.mode"]);
      if (mode === undefined) return sayText(reply, "Send form submissions here with POST.");
      const challenge = oneOf(request.query["hub.challenge"]) ?? "";
      const isMeant = mode === "subscribe" && isSameToken(oneOf(request.query["hub.verify_token"]) ?? "", token);
      if (!isMeant || !CHALLENGE.test(challenge)) throw notFound("webhook URL");
      return sayText(reply, challenge);
    });

    // The preflight before another site's page may send JSON.
    scope.options(url, { config, schema }, async (_request, reply) =>
      reply
        .headers({ "access-control-allow-methods": "POST", "access-control-allow-headers": "content-type" })
        .header("access-control-max-age", "86400")
        .code(204)
        .send(),
    );
  });
}

/** Services don't compress, and a compressed body could unpack to any size (RFC 9110, 15.5.16). */
function refuseCompressed({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.trim().toLowerCase() === "identity") return;
  throw new AppError("compressed", 415, "The body is compressed. Send it without a Content-Encoding.");
}

/** Node would wait for a body as long as its connection lasts. */
function letGoOfSlowBody({ raw }: FastifyRequest): void {
  const timer = setTimeout(() => raw.destroy(), SLOWEST_BODY_MILLISECONDS);
  raw.once("close", () => clearTimeout(timer));
}

const NO_HEADERS = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };

function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? "").includes("text/html");
}

function sayText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type("text/plain; charset=utf-8").send(text);
}

function oneOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
