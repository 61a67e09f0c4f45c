import { compareRules } from "#shared/compare-rules.ts";
import type { RuleFile, RuleImport, RuleImportResult } from "#shared/contract/rule.ts";
import type { Workspace } from "#server/workspace.ts";
import type { ActionEntry } from "#server/features/journal/act.ts";
import { addTagsOf, changeRules } from "#server/features/rules/change-rule.ts";
import { checkRules } from "#server/features/rules/check-rules.ts";
import { refuseStaleRules } from "#server/features/rules/replace-rules.ts";

/** Exports all rules as a file for backup or another Winnow. */
export async function ruleFile({ store }: Pick<Workspace, "store">): Promise<RuleFile> {
  const rules = await store.rules.list();
  return { winnowRules: 1, rules: rules.map(({ id: _id, createdAt: _createdAt, ...rule }) => rule) };
}

/**
 * Imports a rule file as one action; existing rules stay as they are. With `replace`, rules missing from the file are
 * deleted. Importing the same file again changes nothing. Throws stale, and invalid as checkRules does, naming the place
 * in the file.
 */
export async function importRules(
  workspace: Workspace,
  { file, replace, version }: RuleImport,
): Promise<RuleImportResult> {
  const createdAt = workspace.clock().toISOString();
  const { done, actId } = await changeRules(workspace, entryOf, function* (records) {
    const { rules } = records;
    yield* refuseStaleRules(records, version);
    const { news, others, unchanged } = compareRules(file.rules, yield* rules.list());
    checkRules(file.rules, "file.rules", replace ? [] : others);
    for (const { id } of replace ? others : []) yield* rules.remove(id);
    yield* addTagsOf(records, news, createdAt);
    for (const rule of news) yield* rules.create({ ...rule, createdAt });
    return { added: news.length, unchanged: unchanged.length, removed: replace ? others.length : 0 };
  });
  return { ...done, actId };
}

function entryOf({ added, removed }: Pick<RuleImportResult, "added" | "removed">): ActionEntry {
  const description = removed > 0 ? `${added} added, ${removed} deleted` : `${added} added`;
  return { kind: "rule", title: "Rules imported", description };
}
