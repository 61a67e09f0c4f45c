import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "#server/platform/errors.ts";
import { messageToLeave, unsubscribe } from "#server/workflows/follow-up/suppression.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

interface LeaveRoute {
  Params: { token: string };
}

const PER_MINUTE = 60;
const MINUTE_MILLISECONDS = 60_000;
const NO_HEADERS = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false };
const BODY_BYTES = 10_000;

/**
 * Where somebody asks for no more messages. Reading the page changes nothing, because programs that check mail open every
 * link in it; a POST does, of the page's button or of a mail program by itself (RFC 8058).
 */
export async function unsubscribeRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
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
    // Whatever a mail program or a form sends says nothing that the address does not.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_BYTES }, (_request, _body, done) =>
      done(null, undefined),
    );
    const options = { config: { isForStrangers: true }, schema: { hide: true } };

    scope.get<LeaveRoute>("/u/:token", options, async ({ params }, reply) => {
      const message = await messageToLeave(workspace, params.token);
      if (message === null) return sendPage(reply, 404, UNKNOWN);
      return sendPage(reply, 200, ask(message.addressKey));
    });

    scope.post<LeaveRoute>("/u/:token", options, async ({ params }, reply) => {
      const isDone = await unsubscribe(workspace, params.token, "Unsubscribed by the link.");
      return isDone ? sendPage(reply, 200, DONE) : sendPage(reply, 404, UNKNOWN);
    });
  });
}

function sendPage(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type("text/html; charset=utf-8").header("cache-control", "no-store").send(pageOf(body));
}

function ask(address: string): string {
  return `<h1>No more messages?</h1>
<p>We will not write to ${masked(address)} again.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`;
}

const DONE = `<h1>Done</h1><p>You will get no more messages from us.</p>`;
const UNKNOWN = `<h1>Not found</h1><p>This link is not known. Reply with “stop” to the message instead.</p>`;

/** Enough for its owner, and for nobody else who has come by the link. */
function masked(address: string): string {
  const [first = ""] = address;
  const domain = address.slice(address.lastIndexOf("@"));
  return `${first}…${domain}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function pageOf(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Unsubscribe</title></head>
<body>${body}</body></html>
`;
}
