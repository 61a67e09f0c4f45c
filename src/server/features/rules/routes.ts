import type { FastifyInstance, FastifyReply } from "fastify";
import type { Rule } from "#shared/contract/rule.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { actionRoute, answerAction, route } from "#server/http/route.ts";
import { withVersion } from "#server/features/journal/act.ts";
import { createRule, deleteRule, updateRule } from "#server/features/rules/change-rule.ts";
import { withCosts } from "#server/features/rules/rule-cost.ts";
import { replaceRules } from "#server/features/rules/replace-rules.ts";
import { ruleChecks } from "#server/features/rules/rule-checks.ts";
import type { RuleCounting } from "#server/features/rules/rule-contributions.ts";
import { importRules, ruleFile } from "#server/features/rules/rule-file.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";
import type { Workspace } from "#server/workspace.ts";

/** Keyword rules: single, as a list and as a file. */
export function ruleRoutes(app: FastifyInstance, workspace: Workspace, ruleCounting: RuleCounting): void {
  route(app, "GET /api/rules", async () => withCosts(await workspace.store.rules.list()));

  route(app, "POST /api/rules", async ({ body, reply }) =>
    answerRule(workspace, reply, await createRule(workspace, body)),
  );

  route(app, "PATCH /api/rules/{id}", async ({ params, body, reply }) =>
    answerRule(workspace, reply, await updateRule(workspace, params.id, body)),
  );

  actionRoute(app, "DELETE /api/rules/{id}", ({ params }) => deleteRule(workspace, params.id));

  actionRoute(app, "PUT /api/rules", async ({ body }) => {
    const done = await replaceRules(workspace, body);
    return { done, actId: done.actId };
  });

  route(app, "GET /api/rules/file", async ({ reply }) => {
    const day = workspace.clock().toISOString().slice(0, 10);
    reply.header("content-disposition", `attachment; filename="winnow-rules-${day}.json"`);
    return ruleFile(workspace);
  });

  actionRoute(app, "POST /api/rules/import", async ({ body }) => {
    const done = await importRules(workspace, body);
    return { done, actId: done.actId };
  });

  route(app, "GET /api/rules/checks", async () => ruleChecks(workspace, ruleCounting));

  route(app, "GET /api/rules/fact-names", async () => factNames(workspace));
}

/** A rule's cost depends on the rules before it. */
async function answerRule(
  { store }: Workspace,
  reply: FastifyReply,
  { done, actId }: Acted<RuleRecord>,
): Promise<Rule> {
  const rule = withCosts(await store.rules.list()).find(({ id }) => id === done.id);
  return answerAction(reply, { done: { ...withVersion("rule", done), cost: rule?.cost ?? "low" }, actId });
}

/** The newest leads cover current sources; reading all would take long. */
const LEADS_READ = 500;

/** A longer list wouldn't help anyone choose. */
const MOST_NAMES = 100;

/** The names of extra columns and answers in the newest leads, in alphabetical order. */
async function factNames({ store }: Pick<Workspace, "store">): Promise<string[]> {
  const names = new Set<string>();
  let read = 0;
  for await (const rows of store.leads.streamColumns({}, ["facts"])) {
    for (const [facts = "[]"] of rows) for (const { name } of JSON.parse(facts) as LeadRecord["facts"]) names.add(name);
    read += rows.length;
    if (read >= LEADS_READ || names.size >= MOST_NAMES) break;
  }
  return [...names].toSorted((a, b) => a.localeCompare(b, "en")).slice(0, MOST_NAMES);
}
