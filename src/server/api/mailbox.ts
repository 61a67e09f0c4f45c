import type { FastifyInstance } from "fastify";
import { answerAct } from "#server/api/answer-act.ts";
import { messageHtmlRoutes } from "#server/api/message-html.ts";
import { route } from "#server/api/route.ts";
import { saveMailRules } from "#server/workflows/mail/mail-rules.ts";
import { openMessage } from "#server/workflows/mail/open-message.ts";
import { readMailbox, saveMailbox, testMailbox } from "#server/workflows/mail/mailbox.ts";
import { cancelMailboxSync, syncMailboxNow } from "#server/workflows/mail/sync-mailbox-now.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const PAGE_SIZE = 100;

/**
 * The mailbox of the Gmail screen, the messages that were analysed, and pasted ones. What judges messages is loaded with
 * the first one: it is memory for nothing before.
 */
export function mailboxRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "POST /api/process-email", async ({ body }) => {
    const { analysePastedEmail } = await import("#server/workflows/mail/analyse-pasted-email.ts");
    return analysePastedEmail(workspace, body.content);
  });

  route(app, "GET /api/gmail/config", async () => readMailbox(workspace));

  route(app, "POST /api/gmail/config", async ({ body, reply }) => answerAct(reply, await saveMailbox(workspace, body)));

  route(app, "PUT /api/gmail/rules", async ({ body, reply }) => answerAct(reply, await saveMailRules(workspace, body)));

  route(app, "POST /api/gmail/test", async ({ body }) => testMailbox(workspace, body));

  route(app, "POST /api/gmail/sync", async () => syncMailboxNow(workspace));

  route(app, "POST /api/gmail/sync/cancel", async () => ({ cancelled: await cancelMailboxSync(workspace) }));

  route(app, "GET /api/gmail/emails", async ({ query, reply }) => {
    const { limit = PAGE_SIZE, cursor } = query;
    const emails = await workspace.store.mailbox.emails(limit + 1, cursor);
    const page = emails.slice(0, limit);
    const last = page.at(-1);
    if (emails.length > limit && last !== undefined) {
      reply.header("link", `</api/gmail/emails?limit=${limit}&cursor=${last.id}>; rel="next"`);
    }
    return page;
  });

  route(app, "GET /api/gmail/emails/{id}/message", async ({ params }) => openMessage(workspace, params.id));

  messageHtmlRoutes(app, workspace);

  route(app, "PATCH /api/gmail/emails/{id}", async ({ params, body, reply }) => {
    const { correctEmail } = await import("#server/workflows/mail/correct-email.ts");
    return answerAct(reply, await correctEmail(workspace, params.id, body.correction));
  });

  route(app, "GET /api/gmail/learning", async () => {
    const { emailLearning } = await import("#server/workflows/mail/email-learning.ts");
    return emailLearning(workspace);
  });
}
