import type { FastifyInstance } from "fastify";
import { messageHtmlRoutes } from "#server/features/mailbox/message-html.ts";
import { actionRoute, route } from "#server/http/route.ts";
import { answeredEmail } from "#server/features/mailbox/answered-email.ts";
import { saveMailRules } from "#server/features/mailbox/mail-rules.ts";
import { openMessage } from "#server/features/mailbox/open-message.ts";
import { readMailbox, saveMailbox, testMailbox } from "#server/features/mailbox/mailbox.ts";
import { cancelMailboxSync, syncMailboxNow } from "#server/features/mailbox/sync-mailbox-now.ts";
import { beyondSight } from "#server/platform/acting.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

const PAGE_SIZE = 100;

/**
 * The Gmail screen's mailbox, analyzed messages and pasted ones. The classifier is loaded with the first message to
 * save memory.
 */
export function mailboxRoutes(app: FastifyInstance, workspace: Workspace): void {
  /** A message may turn out to be from a lead that the caller doesn't see. */
  const withSeenLead = async <E extends { leadId: string | null }>(email: E): Promise<E> =>
    email.leadId === null || (await workspace.store.sees("leads", email.leadId)) ? email : { ...email, leadId: null };

  route(app, "POST /api/process-email", async ({ body }) => {
    const { analyzePastedEmail } = await import("#server/features/mailbox/analyze-pasted-email.ts");
    return withSeenLead(await beyondSight(() => analyzePastedEmail(workspace, body.content)));
  });

  route(app, "GET /api/gmail/config", async () => readMailbox(workspace));

  actionRoute(app, "POST /api/gmail/config", ({ body }) => saveMailbox(workspace, body));

  actionRoute(app, "PUT /api/gmail/rules", ({ body }) => saveMailRules(workspace, body));

  route(app, "POST /api/gmail/test", async ({ body }) => testMailbox(workspace, body));

  route(app, "POST /api/gmail/sync", async () => syncMailboxNow(workspace));

  route(app, "POST /api/gmail/sync/cancel", async () => ({ canceled: await cancelMailboxSync(workspace) }));

  route(app, "GET /api/gmail/emails", async ({ query, reply }) => {
    const { limit = PAGE_SIZE, cursor, verdict } = query;
    const { mailbox } = workspace.store;
    const [emails, total] = await Promise.all([mailbox.emails(limit + 1, cursor, verdict), mailbox.count(verdict)]);
    const page = emails.slice(0, limit);
    const last = page.at(-1);
    reply.header("x-total-count", total.count);
    reply.header("x-total-count-exact", String(total.exact));
    if (emails.length > limit && last !== undefined) {
      const filter = verdict === undefined ? "" : `&verdict=${verdict}`;
      reply.header("link", `</api/gmail/emails?limit=${limit}${filter}&cursor=${last.id}>; rel="next"`);
    }
    return page.map(answeredEmail);
  });

  route(app, "GET /api/gmail/emails/{id}/message", async ({ params }) => openMessage(workspace, params.id));

  messageHtmlRoutes(app, workspace);

  actionRoute(app, "PATCH /api/gmail/emails/{id}", async ({ params, body }) => {
    const { correctEmail } = await import("#server/features/mailbox/correct-email.ts");
    if (!(await workspace.store.sees("processed_emails", params.id))) throw notFound("message");
    const { done, actId } = await beyondSight(() => correctEmail(workspace, params.id, body.correction));
    return { done: await withSeenLead(answeredEmail(done)), actId };
  });

  route(app, "GET /api/gmail/learning", async () => {
    const { emailLearning } = await import("#server/features/mailbox/email-learning.ts");
    return emailLearning(workspace);
  });
}
