import type { FastifyInstance } from "fastify";
import { OTHER_ACTS } from "#shared/audit/audited-actions.ts";
import {
  PLAIN_PAGE_ROUTE,
  plainActionRoute,
  plainPageScope,
  sendPlainPage,
  type PlainPage,
  type TokenRoute,
} from "#server/http/plain-page.ts";
import { escapeHtml } from "#server/delivery/mail/mailed-words.ts";
import { leavingReader, unsubscribe, type LeavingReader } from "#server/features/follow-ups/suppression.ts";
import type { Workspace } from "#server/workspace.ts";
import type { WrittenLanguage } from "#server/pipeline/text/language.ts";

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
    scope.get<TokenRoute>("/u/:token", PLAIN_PAGE_ROUTE, async ({ params: { token } }, reply) => {
      const reader = await leavingReader(workspace, token);
      return reader === null
        ? sendPlainPage(reply, 404, UNKNOWN)
        : sendPlainPage(reply, 200, unsubscribePage(reader, token));
    });

    const leave = plainActionRoute(OTHER_ACTS.unsubscribe);
    scope.post<TokenRoute>("/u/:token", leave, async ({ params: { token } }, reply) => {
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

/** The texts of the unsubscribe page in one language. */
interface UnsubscribeTexts {
  title: string;
  /** `address` is the part of the address that may be shown. */
  ask: (address: string) => string;
  button: string;
  done: string;
  /** Confirms that the address on the page gets no messages. */
  confirmation: (address: string) => string;
}

const UNSUBSCRIBE_TEXTS: Readonly<Record<WrittenLanguage, UnsubscribeTexts>> = {
  en: {
    title: "Unsubscribe?",
    ask: (address) => `We won't email ${address} again.`,
    button: "Unsubscribe",
    done: "You're unsubscribed",
    confirmation: (address) => `We won't email ${address} again.`,
  },
  de: {
    title: "Keine weiteren Nachrichten?",
    ask: (address) => `Wir schreiben dann nicht mehr an ${address}.`,
    button: "Abmelden",
    done: "Sie sind abgemeldet",
    confirmation: (address) => `Wir schreiben nicht mehr an ${address}.`,
  },
  fr: {
    title: "Ne plus recevoir de messages ?",
    ask: (address) => `Nous n’écrirons plus à ${address}.`,
    button: "Se désabonner",
    done: "Vous êtes désabonné(e)",
    confirmation: (address) => `Nous n’écrivons plus à ${address}.`,
  },
  es: {
    title: "¿No quiere recibir más mensajes?",
    ask: (address) => `No volveremos a escribir a ${address}.`,
    button: "Darse de baja",
    done: "Se ha dado de baja",
    confirmation: (address) => `Ya no escribimos a ${address}.`,
  },
};
