import type { FastifyInstance } from "fastify";
import type { FormSubmission } from "#shared/contract/form-submission.ts";
import { LIMITS } from "#shared/limits.ts";
import { existing } from "#server/platform/errors.ts";
import { actionRoute, route } from "#server/http/route.ts";
import { readFormHook, regenerateFormHook, updateFormHook } from "#server/features/forms/form-hook.ts";
import {
  createHostedForm,
  deleteHostedForm,
  listHostedForms,
  updateHostedForm,
} from "#server/features/forms/hosted-forms.ts";
import { publicSubmission } from "#server/features/forms/open-submission.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * A page of submissions ends with the one that exceeds this size, so that fifty long ones don't make a 50 MB response.
 */
const PAGE_CHARACTERS = 2_000_000;

/** The form address as its owner sees it, and its submissions. */
export function formHookRoutes(app: FastifyInstance, workspace: Workspace): void {
  const { store } = workspace;

  route(app, "GET /api/form-hook", async () => readFormHook(workspace));

  actionRoute(app, "PATCH /api/form-hook", ({ body }) => updateFormHook(workspace, body));

  actionRoute(app, "POST /api/form-hook/regenerate", () => regenerateFormHook(workspace));

  route(app, "GET /api/hosted-forms", () => listHostedForms(workspace));

  actionRoute(app, "POST /api/hosted-forms", ({ body }) => createHostedForm(workspace, body));

  actionRoute(app, "PATCH /api/hosted-forms/{id}", ({ params, body }) => updateHostedForm(workspace, params.id, body));

  actionRoute(app, "DELETE /api/hosted-forms/{id}", ({ params }) => deleteHostedForm(workspace, params.id));

  route(app, "GET /api/form-submissions/{id}", async ({ params }) => {
    const record = existing(await store.forms.get(params.id), "form submission");
    return publicSubmission(record);
  });

  route(app, "GET /api/form-submissions", async ({ query, reply }) => {
    const { limit = LIMITS.list.pageSize, cursor } = query;
    const found = await store.forms.list(limit + 1, cursor);
    const page: FormSubmission[] = [];
    let characters = 0;
    for (const record of found.slice(0, limit)) {
      page.push(publicSubmission(record));
      characters += record.body.length;
      if (characters > PAGE_CHARACTERS) break;
    }
    const last = page.at(-1);
    if (last !== undefined && page.length < found.length) {
      reply.header("link", `</api/form-submissions?limit=${limit}&cursor=${last.id}>; rel="next"`);
    }
    return page;
  });
}
