import type { NewRule, RuleFile, RuleImport, RuleImportResult } from "#shared/contract/rule.ts";
import type { Workspace } from "#server/workflows/workspace.ts";
import type { Told } from "#server/workflows/journal/act.ts";
import { changeRules } from "#server/workflows/rules/change-rule.ts";
import { checkRules } from "#server/workflows/rules/check-rules.ts";
import { ruleText } from "#server/workflows/rules/same-rule.ts";

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
    const { news, others, unchanged } = compare(file.rules, yield* rules.list());
    checkRules(file.rules, (index) => `file.rules.${index}.`, replace ? [] : others);
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

/** The file's rules that are new, and the known rules that are in it and that are not; each equals at most one other. */
function compare<K extends NewRule>(
  ofFile: readonly NewRule[],
  known: readonly K[],
): { news: NewRule[]; unchanged: K[]; others: K[] } {
  const byText = Map.groupBy(known, ruleText);
  const unchanged = new Set<K>();
  const news = ofFile.filter((rule) => {
    const match = byText.get(ruleText(rule))?.shift();
    if (match !== undefined) unchanged.add(match);
    return match === undefined;
  });
  return { news, unchanged: [...unchanged], others: known.filter((rule) => !unchanged.has(rule)) };
}
