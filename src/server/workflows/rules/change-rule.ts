import { LIMITS } from "#shared/limits.ts";
import { definedFields } from "#shared/defined-fields.ts";
import type { NewRule, RuleUpdate } from "#shared/contract/rule.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import type { RuleRecord } from "#server/store/types.ts";
import { rescoreAfterChange } from "#server/workflows/rules/rescore.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Adds a rule; leads are scored again. Throws invalid when there would be too many active keywords. */
export async function createRule(workspace: Workspace, rule: NewRule): Promise<RuleRecord> {
  await checkKeywordTotal(workspace, null, rule);
  const created = await workspace.store.rules.create({ ...rule, createdAt: workspace.clock().toISOString() });
  await afterChange(workspace);
  return created;
}

/** Changes some fields of a rule. Throws not_found, or invalid as createRule does. */
export async function updateRule(workspace: Workspace, id: string, patch: RuleUpdate): Promise<RuleRecord> {
  const before = (await workspace.store.rules.list()).find((rule) => rule.id === id);
  if (before === undefined) throw notFound("rule");
  await checkKeywordTotal(workspace, id, { ...before, ...definedFields(patch) });
  const updated = await workspace.store.rules.update(id, definedFields(patch));
  if (updated === null) throw notFound("rule");
  await afterChange(workspace);
  return updated;
}

/** Deletes a rule; its points leave every lead's score. Throws not_found. */
export async function deleteRule(workspace: Workspace, id: string): Promise<void> {
  if (!(await workspace.store.rules.remove(id))) throw notFound("rule");
  await afterChange(workspace);
}

async function checkKeywordTotal(
  workspace: Workspace,
  replacedId: string | null,
  rule: Pick<RuleRecord, "keywords" | "isActive">,
): Promise<void> {
  const others = (await workspace.store.rules.list()).filter(({ id, isActive }) => isActive && id !== replacedId);
  const total = others.reduce((sum, { keywords }) => sum + keywords.length, rule.isActive ? rule.keywords.length : 0);
  const limit = LIMITS.rule.activeKeywords;
  if (total > limit)
    throw invalid(
      "keywords",
      `All active rules together may have at most ${limit} keywords; this would make ${total}.`,
    );
}

async function afterChange(workspace: Workspace): Promise<void> {
  workspace.feed.changed(["rules"]);
  await rescoreAfterChange(workspace);
}
