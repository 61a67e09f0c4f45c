import type { FastifyInstance } from "fastify";
import { answerAct } from "#server/api/answer-act.ts";
import { route } from "#server/api/route.ts";
import { createRule, deleteRule, updateRule } from "#server/workflows/rules/change-rule.ts";
import { replaceRules } from "#server/workflows/rules/replace-rules.ts";
import { ruleChecks } from "#server/workflows/rules/rule-checks.ts";
import type { RuleCounting } from "#server/workflows/rules/rule-contributions.ts";
import { factNames } from "#server/workflows/rules/fact-names.ts";
import { importRules, ruleFile } from "#server/workflows/rules/rule-file.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Keyword rules, one by one, as a list and as a file. */
export function ruleRoutes(app: FastifyInstance, workspace: Workspace, ruleCounting: RuleCounting): void {
  route(app, "GET /api/rules", async () => workspace.store.rules.list());

  route(app, "POST /api/rules", async ({ body, reply }) => answerAct(reply, await createRule(workspace, body)));

  route(app, "PATCH /api/rules/{id}", async ({ params, body, reply }) =>
    answerAct(reply, await updateRule(workspace, params.id, body)),
  );

  route(app, "DELETE /api/rules/{id}", async ({ params, reply }) => {
    answerAct(reply, await deleteRule(workspace, params.id));
    return null;
  });

  route(app, "PUT /api/rules", async ({ body, reply }) => {
    const done = await replaceRules(workspace, body);
    return answerAct(reply, { done, actId: done.actId });
  });

  route(app, "GET /api/rules/file", async ({ reply }) => {
    const day = workspace.clock().toISOString().slice(0, 10);
    reply.header("content-disposition", `attachment; filename="winnow-rules-${day}.json"`);
    return ruleFile(workspace);
  });

  route(app, "POST /api/rules/import", async ({ body, reply }) => {
    const done = await importRules(workspace, body);
    return answerAct(reply, { done, actId: done.actId });
  });

  route(app, "GET /api/rules/checks", async () => ruleChecks(workspace, ruleCounting));

  route(app, "GET /api/rules/fact-names", async () => factNames(workspace));
}
