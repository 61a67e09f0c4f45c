import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError, existing, notFound } from "#server/platform/errors.ts";
import { limitRate } from "#server/http/limit-rate.ts";

/** A megabyte over a poor phone connection. */
const SLOWEST_BODY_MILLISECONDS = 60_000;

/** Any site's page may send here; the answer reveals nothing, and no cookie authorizes it. */
const FOR_OTHER_SITES = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

/** The options of routes in such a scope. */
export const PUBLIC_FORM_ROUTE = {
  config: { permission: "anyone", isForStrangers: true },
  schema: { hide: true },
  bodyLimit: LIMITS.formHook.submissionBytes,
} as const;

interface PublicForms<Form> {
  /** The name of its rate limit, and what a wrong address is called. */
  group: string;
  noun: string;
  perMinute: number;
  /** The form that a request's address names; null for a wrong address. */
  find: (token: string) => Promise<Form | null>;
  /** Whose requests count together. */
  countedAs: (form: Form, request: FastifyRequest) => string;
}

/**
 * Declares routes at `…/:token` that strangers post to. Bodies of any type arrive as raw bytes. `formOf` is the form that
 * a request's address names.
 */
export async function publicFormScope<Form>(
  app: FastifyInstance,
  { group, noun, perMinute, find, countedAs }: PublicForms<Form>,
  declare: (scope: FastifyInstance, formOf: (request: FastifyRequest) => Form) => void,
): Promise<void> {
  await app.register(async (scope) => {
    const forms = new WeakMap<FastifyRequest, { form: Form }>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    await limitRate(scope, {
      max: perMinute,
      timeWindow: MINUTE,
      keyGenerator: (request) => {
        const found = forms.get(request);
        return found === undefined ? "a wrong one" : countedAs(found.form, request);
      },
      groupId: group,
      refusal: "Too many submissions this minute. Send this one again later.",
    });
    // Before the rate limit, so that guesses don't count against the address itself.
    scope.addHook<{ Params: { token: string } }>("onRequest", async (request, reply) => {
      reply.headers(FOR_OTHER_SITES);
      const form = await find(request.params.token);
      if (form !== null) forms.set(request, { form });
    });
    // After the rate limit, and before a byte of the body is read.
    scope.addHook("preParsing", async (request, reply) => {
      if (request.method === "OPTIONS") return;
      if (!forms.has(request)) {
        // Otherwise the connection would wait for a body that nobody reads.
        reply.header("connection", "close");
        throw notFound(noun);
      }
      refuseCompressed(request);
      letGoOfSlowBody(request);
    });
    declare(scope, (request) => {
      const found = existing(forms.get(request), noun);
      return found.form;
    });
  });
}

/** The body's bytes; none without a body. */
export function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Whether a browser sent a page's own form and shows the answer. */
export function wantsPage({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? "").includes("text/html");
}

/** The preflight before another site's page may send JSON. */
export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .headers({ "access-control-allow-methods": "POST", "access-control-allow-headers": "content-type" })
    .header("access-control-max-age", "86400")
    .code(204)
    .send();
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
