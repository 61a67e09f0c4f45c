import type { FastifyInstance, FastifyReply } from "fastify";
import { LIMITS } from "#shared/limits.ts";
import { notFound } from "#server/platform/errors.ts";
import { FORM_HOOK_PATH, openFormHook } from "#server/features/forms/form-hook.ts";
import { isSameToken } from "#server/platform/secrets.ts";
import {
  answerPreflight,
  bytesOf,
  PUBLIC_FORM_ROUTE,
  publicFormScope,
  wantsPage,
} from "#server/features/forms/public-form-scope.ts";
import { receiveSubmission } from "#server/features/forms/receive-submission.ts";
import type { Workspace } from "#server/workspace.ts";

interface HookRoute {
  Params: { token: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** The challenge Meta wants echoed, restricted to characters that no browser could render as a page. */
const CHALLENGE = /^[\w-]{1,100}$/u;

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
  const forms = {
    group: "forms",
    noun: "webhook URL",
    perMinute: LIMITS.formHook.perMinute,
    find: (token: string) => openFormHook(workspace, token),
    countedAs: () => "the form address",
  };
  await publicFormScope(app, forms, (scope, hookOf) => {
    const url = `${FORM_HOOK_PATH}/:token`;

    scope.post<HookRoute>(url, PUBLIC_FORM_ROUTE, async (request, reply) => {
      const { id } = await receiveSubmission(workspace, hookOf(request), {
        body: bytesOf(request),
        contentType: request.headers["content-type"] ?? "",
        signatures: {
          typeform: oneOf(request.headers["typeform-signature"]),
          winnow: oneOf(request.headers["x-winnow-signature"]),
        },
      });
      if (wantsPage(request)) return reply.type("text/html; charset=utf-8").send(THANKS);
      return { received: true, id };
    });

    scope.get<HookRoute>(url, PUBLIC_FORM_ROUTE, async (request, reply) => {
      const { token } = request.params;
      const mode = oneOf(request.query["hub.mode"]);
      if (mode === undefined) return sayText(reply, "Send form submissions here with POST.");
      const challenge = oneOf(request.query["hub.challenge"]) ?? "";
      const isMeant = mode === "subscribe" && isSameToken(oneOf(request.query["hub.verify_token"]) ?? "", token);
      if (!isMeant || !CHALLENGE.test(challenge)) throw notFound("webhook URL");
      return sayText(reply, challenge);
    });

    scope.options<HookRoute>(url, PUBLIC_FORM_ROUTE, async (_request, reply) => answerPreflight(reply));
  });
}

function sayText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type("text/plain; charset=utf-8").send(text);
}

function oneOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
