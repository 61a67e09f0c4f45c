import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { OTHER_ACTS } from "#shared/audit/audited-actions.ts";
import { formMarkup, htmlOf } from "#shared/hosted-form-markup.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { clientOf } from "#server/http/limit-rate.ts";
import { ownOrigin } from "#server/http/own-address.ts";
import {
  PLAIN_PAGE_ROUTE,
  plainActionRoute,
  plainPageScope,
  sendPlainPage,
  type PlainPage,
  type TokenRoute,
} from "#server/http/plain-page.ts";
import { escapeHtml } from "#server/delivery/mail/mailed-words.ts";
import type { HostedFormRecord } from "#server/db/sources/hosted-forms.ts";
import { embedScript } from "#server/features/forms/embed-script.ts";
import { HOSTED_FORM_PATH } from "#server/features/forms/hosted-forms.ts";
import {
  answerPreflight,
  bytesOf,
  PUBLIC_FORM_ROUTE,
  publicFormScope,
  wantsPage,
} from "#server/features/forms/public-form-scope.ts";
import {
  CONFIRM_PATH,
  confirmSubmission,
  submitHostedForm,
  unconfirmedSubmission,
} from "#server/features/forms/submit-hosted-form.ts";
import type { Workspace } from "#server/workspace.ts";

const CHECK_INBOX = "Check your inbox: we sent you a link to confirm your email address.";
const UNKNOWN: PlainPage = {
  title: "This link doesn't work",
  body: "<p>It is incomplete, has expired, or was used before. Fill in the form again.</p>",
};
const UNAVAILABLE: PlainPage = {
  title: "This form isn't available",
  body: "<p>It may have been turned off or moved. Contact the people who sent you here.</p>",
};
const CONFIRMED: PlainPage = { title: "Thank you", body: "<p>Your email address is confirmed.</p>" };

/** The pages and scripts of the forms that Winnow serves, and where they post to. Anyone may call them. */
export async function hostedFormPages(app: FastifyInstance, workspace: Workspace): Promise<void> {
  const forms = {
    group: "hosted forms",
    noun: "form",
    perMinute: LIMITS.hostedForm.perMinute,
    async find(token: string): Promise<HostedFormRecord | null> {
      const form = await workspace.store.hostedForms.ofKey(token);
      return form?.isActive === true ? form : null;
    },
    countedAs: ({ id }: HostedFormRecord, { ip, method }: FastifyRequest) =>
      `${id} ${clientOf(ip)} ${method === "POST" ? "" : "read"}`,
  };
  await publicFormScope(app, forms, (scope, formOf) => {
    const url = `${HOSTED_FORM_PATH}/:token`;

    scope.get<TokenRoute>(url, PUBLIC_FORM_ROUTE, async (request, reply) =>
      sendPlainPage(reply, 200, formPage(formOf(request), request.params.token)),
    );

    scope.get<TokenRoute>(`${url}/form.js`, PUBLIC_FORM_ROUTE, async (request, reply) => {
      const action = `${ownOrigin(workspace, request)}${HOSTED_FORM_PATH}/${request.params.token}`;
      return reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(embedScript(formMarkup(formOf(request), action)));
    });

    // A plain form shows the answer as a page, also when it is refused before its route.
    scope.setErrorHandler<Error, TokenRoute>(async (error, request, reply) => {
      if (!(error instanceof AppError) || !wantsPage(request)) throw error;
      return sendProblem(reply, await forms.find(request.params.token), error);
    });

    scope.post<TokenRoute>(url, PUBLIC_FORM_ROUTE, async (request, reply) => {
      const form = formOf(request);
      const delivery = { body: bytesOf(request), contentType: request.headers["content-type"] ?? "" };
      const sent = await submitHostedForm(workspace, form, delivery);
      const message = sent.isConfirmed ? form.thanks : CHECK_INBOX;
      if (!wantsPage(request)) return { received: true, message };
      return sendPlainPage(reply, 200, { title: form.name, body: `<p>${escapeHtml(message)}</p>` });
    });

    scope.options<TokenRoute>(url, PUBLIC_FORM_ROUTE, async (_request, reply) => answerPreflight(reply));
  });
  await confirmationPages(app, workspace);
}

/** Opening the link changes nothing, because mail scanners open every link; the button confirms. */
async function confirmationPages(app: FastifyInstance, workspace: Workspace): Promise<void> {
  await plainPageScope(app, (scope) => {
    const url = `${CONFIRM_PATH}/:token`;
    scope.get<TokenRoute>(url, PLAIN_PAGE_ROUTE, async ({ params: { token } }, reply) => {
      const found = await unconfirmedSubmission(workspace, token);
      return found === null
        ? sendPlainPage(reply, 404, UNKNOWN)
        : sendPlainPage(reply, 200, confirmPage(found.formName, token));
    });

    scope.post<TokenRoute>(url, plainActionRoute(OTHER_ACTS.confirmForm), async ({ params: { token } }, reply) =>
      (await confirmSubmission(workspace, token))
        ? sendPlainPage(reply, 200, CONFIRMED)
        : sendPlainPage(reply, 404, UNKNOWN),
    );
  });
}

function formPage(form: HostedFormRecord, token: string): PlainPage {
  return { title: form.name, body: htmlOf(formMarkup(form, `${HOSTED_FORM_PATH}/${encodeURIComponent(token)}`)) };
}

function confirmPage(formName: string, token: string): PlainPage {
  const body = `<p>Send your answers to “${escapeHtml(formName)}”?</p>
<form method="post" action="${CONFIRM_PATH}/${encodeURIComponent(token)}"><button type="submit">Confirm</button></form>`;
  return { title: "Confirm your email address", body };
}

/** Going back in the browser keeps what was typed. */
function sendProblem(reply: FastifyReply, form: HostedFormRecord | null, error: AppError): FastifyReply {
  if (form === null) return sendPlainPage(reply, error.status, UNAVAILABLE);
  const body = `<p>${escapeHtml(error.message)}</p><p>Use your browser's Back button to correct your answers.</p>`;
  return sendPlainPage(reply, error.status, { title: form.name, body });
}
