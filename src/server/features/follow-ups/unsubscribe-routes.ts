import type { FastifyInstance } from "fastify";
import { OTHER_ACTS } from "#shared/audit/audited-actions.ts";
import {
  PLAIN_PAGE_ROUTE,
  plainActionRoute,
  plainPageScope,
  sendPlainPage,
  type PlainPage,
} from "#server/http/plain-page.ts";
import { escapeHtml } from "#server/delivery/mail/mailed-words.ts";
import { UNSUBSCRIBE_TEXTS } from "#server/features/follow-ups/unsubscribe-texts.ts";
import { leavingReader, unsubscribe, type LeavingReader } from "#server/features/follow-ups/suppression.ts";
import type { Workspace } from "#server/workspace.ts";

interface LeaveRoute {
  Params: { token: string };
}

const UNKNOWN: PlainPage = {
  title: "This link doesn't work",
  body: "<p>It's incomplete. Reply “stop” to the message instead.</p>",
};

/**
 * The unsubscribe page. Opening it changes nothing, because mail scanners open every link; a POST does, from the page's
 * button or from the mail program (RFC 8058).
 */
export async function unsubscribeRoutes(app: FastifyInstance, workspace: Workspace): Promise<void> {
  await plainPageScope(app, (scope) => {
    scope.get<LeaveRoute>("/u/:token", PLAIN_PAGE_ROUTE, async ({ params: { token } }, reply) => {
      const reader = await leavingReader(workspace, token);
      return reader === null
        ? sendPlainPage(reply, 404, UNKNOWN)
        : sendPlainPage(reply, 200, unsubscribePage(reader, token));
    });

    const leave = plainActionRoute(OTHER_ACTS.unsubscribe);
    scope.post<LeaveRoute>("/u/:token", leave, async ({ params: { token } }, reply) => {
      await unsubscribe(workspace, token, "Unsubscribed by link.");
      const reader = await leavingReader(workspace, token);
      return reader === null
        ? sendPlainPage(reply, 404, UNKNOWN)
        : sendPlainPage(reply, 200, unsubscribePage(reader, token));
    });
  });
}

function unsubscribePage({ addressKey, language, hasLeft }: LeavingReader, token: string): PlainPage {
  const words = UNSUBSCRIBE_TEXTS[language];
  const address = `<bdi>${escapeHtml(masked(addressKey))}</bdi>`;
  if (hasLeft) return { title: words.done, body: `<p>${words.confirmation(address)}</p>`, language };
  const body = `<p>${words.ask(address)}</p>
<form method="post" action="/u/${encodeURIComponent(token)}"><button type="submit">${words.button}</button></form>`;
  return { title: words.title, body, language };
}

/** Enough for its owner to recognize the address, but not for others who follow the link. */
function masked(address: string): string {
  const [first = ""] = address;
  return `${first}…${address.slice(address.lastIndexOf("@"))}`;
}
