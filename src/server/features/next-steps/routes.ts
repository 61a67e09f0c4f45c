import type { FastifyInstance, FastifyReply } from "fastify";
import { JsonText, route } from "#server/http/route.ts";
import type { EditedLead } from "#server/features/leads/edit-lead.ts";
import { finishNextStep, removeNextStep, setNextStep } from "#server/features/next-steps/next-steps.ts";
import type { Workspace } from "#server/workspace.ts";

/** What to do next with a lead: set, move, remove, done. */
export function nextStepRoutes(app: FastifyInstance, workspace: Workspace): void {
  route(app, "PUT /api/leads/{id}/next-step", async ({ params, body, reply }) =>
    answer(reply, await setNextStep(workspace, params.id, body)),
  );

  route(app, "DELETE /api/leads/{id}/next-step", async ({ params, reply }) =>
    answer(reply, await removeNextStep(workspace, params.id)),
  );

  route(app, "POST /api/leads/{id}/next-step/done", async ({ params, reply }) =>
    answer(reply, await finishNextStep(workspace, params.id)),
  );
}

function answer(reply: FastifyReply, { json, actId }: EditedLead): JsonText {
  if (actId !== null) reply.header("x-act-id", actId);
  return new JsonText(json);
}
