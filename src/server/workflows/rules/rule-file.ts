import { compareRules } from "#shared/compare-rules.ts";
import type { RuleFile, RuleImport, RuleImportResult } from "#shared/contract/rule.ts";
import type { Workspace } from "#server/workflows/workspace.ts";
import type { Told } from "#server/workflows/journal/act.ts";
import { changeRules } from "#server/workflows/rules/change-rule.ts";
import { checkRules } from "#server/workflows/rules/check-rules.ts";

/** All rules, to keep or to carry to another Winnow. */
export async function ruleFile({ store }: Pick<Workspace, "store">): Promise<RuleFile> {
  const rules = await store.rules.list();
  return { winnowRules: 1, rules: rules.map(({ id: _id, createdAt: _createdAt, ...rule }) => rule) };
}

/**
 * Adds the rules of a file as one act; one that is there already stays as it is. With `replace` the rules that are not in
 * the file are deleted. A file that is imported again changes nothing. Throws invalid as checkRules does, naming the
 * place in the file.
 */
export async function importRules(workspace: Workspace, { file, replace }: RuleImport): Promise<RuleImportResult> {
  const createdAt = workspace.clock().toISOString();
  const { done, actId } = await changeRules(workspace, told, function* ({ rules }) {
    const { news, others, unchanged } = compareRules(file.rules, yield* rules.list());
    checkRules(file.rules, "file.rules", replace ? [] : others);
    for (const { id } of replace ? others : []) yield* rules.remove(id);
    for (const rule of news) yield* rules.create({ ...rule, createdAt });
    return { added: news.length, unchanged: unchanged.length, removed: replace ? others.length : 0 };
  });
  return { ...done, actId };
}

function told({ added, removed }: Pick<RuleImportResult, "added" | "removed">): Told {
  const description = removed > 0 ? `${added} added, ${removed} deleted` : `${added} added`;
  return { kind: "rule", title: "Rules imported", description };
}
