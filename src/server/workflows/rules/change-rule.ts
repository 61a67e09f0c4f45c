import { definedFields } from "#shared/defined-fields.ts";
import type { NewRule, RuleUpdate } from "#shared/contract/rule.ts";
import { notFound } from "#server/platform/errors.ts";
import type { RuleRecord } from "#server/store/types.ts";
import { checkRules } from "#server/workflows/rules/check-rules.ts";
import { rescoreAfterChange } from "#server/workflows/rules/rescore.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Adds a rule; leads are scored again. Throws invalid as checkRules does. */
export async function createRule(workspace: Workspace, rule: NewRule): Promise<RuleRecord> {
  checkRules([rule], () => "", await workspace.store.rules.list());
  const created = await workspace.store.rules.create({ ...rule, createdAt: workspace.clock().toISOString() });
  await afterChange(workspace);
  return created;
}

/** Changes some fields of a rule. Throws not_found, or invalid as checkRules does. */
export async function updateRule(workspace: Workspace, id: string, patch: RuleUpdate): Promise<RuleRecord> {
  const rules = await workspace.store.rules.list();
  const before = rules.find((rule) => rule.id === id);
  if (before === undefined) throw notFound("rule");
  const others = rules.filter((rule) => rule !== before);
  checkRules([{ ...before, ...definedFields(patch) }], () => "", others);
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

async function afterChange(workspace: Workspace): Promise<void> {
  workspace.feed.changed(["rules"]);
  await rescoreAfterChange(workspace);
}
