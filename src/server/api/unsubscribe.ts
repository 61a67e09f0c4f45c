import type { FastifyInstance } from "fastify";
import {
  PLAIN_PAGE_ROUTE,
  plainActRoute,
  plainPageScope,
  sendPlainPage,
  type PlainPage,
} from "#server/api/plain-page.ts";
import { escapeHtml } from "#server/reports/report-words.ts";
import { LEAVING_WORDS } from "#server/workflows/follow-up/leaving-words.ts";
import { leavingReader, unsubscribe, type LeavingReader } from "#server/workflows/follow-up/suppression.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

interface LeaveRoute {
  Params: { token: string };
}

const UNKNOWN: PlainPage = {
  title: "This link does not work",
  body: "<p>It is not complete. Reply with “stop” to the message instead.</p>",
};

/**
 * Where somebody asks for no more messages. Reading the page changes nothing, because programs that check mail open every
 * link in it; a POST does, of the page's button or of a mail program by itself (RFC 8058).
 */
export async function unsubscribeRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  await plainPageScope(app, (scope) => {
    scope.get<LeaveRoute>("/u/:token", PLAIN_PAGE_ROUTE, async ({ params: { token } }, reply) => {
      const reader = await leavingReader(workspace, token);
      return reader === null
        ? sendPlainPage(reply, 404, UNKNOWN)
        : sendPlainPage(reply, 200, leavingPage(reader, token));
    });

    const leave = plainActRoute("follow-ups.unsubscribe", "Ask for no more follow-ups");
    scope.post<LeaveRoute>("/u/:token", leave, async ({ params: { token } }, reply) => {
      await unsubscribe(workspace, token, "Unsubscribed by the link.");
      const reader = await leavingReader(workspace, token);
      return reader === null
        ? sendPlainPage(reply, 404, UNKNOWN)
        : sendPlainPage(reply, 200, leavingPage(reader, token));
    });
  });
}

function leavingPage({ addressKey, language, hasLeft }: LeavingReader, token: string): PlainPage {
  const words = LEAVING_WORDS[language];
  const address = `<bdi>${escapeHtml(masked(addressKey))}</bdi>`;
  if (hasLeft) return { title: words.done, body: `<p>${words.told(address)}</p>`, language };
  const body = `<p>${words.ask(address)}</p>
<form method="post" action="/u/${encodeURIComponent(token)}"><button type="submit">${words.button}</button></form>`;
  return { title: words.title, body, language };
}

/** Enough for its owner, and for nobody else who has come by the link. */
function masked(address: string): string {
  const [first = ""] = address;
  return `${first}…${address.slice(address.lastIndexOf("@"))}`;
}
