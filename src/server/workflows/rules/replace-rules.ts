import { sameRule } from "#shared/compare-rules.ts";
import type { RuleDraft, RuleListResult, RuleListUpdate } from "#shared/contract/rule.ts";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import { invalid } from "#server/platform/errors.ts";
import type { Records } from "#server/store/records.ts";
import type { Work } from "#server/store/work.ts";
import type { Told } from "#server/workflows/journal/act.ts";
import { changeRules } from "#server/workflows/rules/change-rule.ts";
import { checkRules } from "#server/workflows/rules/check-rules.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

interface Replaced {
  added: number;
  changed: number;
  removed: number;
  /** The threshold before and after, where it was changed. */
  threshold: readonly [before: number, after: number] | null;
}

/**
 * Makes the rules what the drafts say, and the threshold where it is given, as one act: a draft with an id changes that
 * rule, one without adds a rule, and a rule in no draft is deleted. Leads are scored again. Throws invalid as checkRules
 * does, and for an id that no rule has or two drafts have; then nothing has changed.
 */
export async function replaceRules(
  workspace: Workspace,
  { rules, threshold }: RuleListUpdate,
): Promise<RuleListResult> {
  checkRules(rules);
  refuseTwice(rules);
  const createdAt = workspace.clock().toISOString();
  const { done, actId } = await changeRules(workspace, told, function* (records) {
    const counts = yield* writeDrafts(records, rules, createdAt);
    return { ...counts, threshold: threshold === undefined ? null : yield* writeThreshold(records, threshold) };
  });
  const { store, feed } = workspace;
  if (done.threshold !== null) feed.changed(["settings", "status"]);
  const { qualificationThreshold = DEFAULT_SETTINGS.qualificationThreshold } = await store.settings.read();
  return { rules: await store.rules.list(), threshold: qualificationThreshold, actId };
}

function* writeDrafts(
  records: Records,
  drafts: readonly RuleDraft[],
  createdAt: string,
): Work<Omit<Replaced, "threshold">> {
  const counts = { added: 0, changed: 0, removed: 0 };
  const before = new Map((yield* records.rules.list()).map((rule) => [rule.id, rule]));
  const gone = drafts.findIndex(({ id }) => id !== undefined && !before.has(id));
  if (gone >= 0) throw invalid(`rules.${gone}.id`, "This rule has been deleted meanwhile.");
  const kept = new Set(drafts.map(({ id }) => id));
  for (const id of before.keys()) {
    if (kept.has(id)) continue;
    yield* records.rules.remove(id);
    counts.removed += 1;
  }
  for (const { id, ...rule } of drafts) {
    const known = id === undefined ? undefined : before.get(id);
    if (known === undefined) {
      yield* records.rules.create({ ...rule, createdAt });
      counts.added += 1;
    } else if (!sameRule(known, rule)) {
      yield* records.rules.update(known.id, rule);
      counts.changed += 1;
    }
  }
  return counts;
}

function* writeThreshold({ settings }: Records, threshold: number): Work<Replaced["threshold"]> {
  const { qualificationThreshold: before } = { ...DEFAULT_SETTINGS, ...(yield* settings.read()) };
  if (before === threshold) return null;
  yield* settings.write({ qualificationThreshold: threshold });
  return [before, threshold];
}

function refuseTwice(drafts: readonly RuleDraft[]): void {
  const ids = drafts.map(({ id }) => id);
  const again = ids.findIndex((id, index) => id !== undefined && ids.indexOf(id) < index);
  if (again >= 0) throw invalid(`rules.${again}.id`, "This rule stands in the list twice.");
}

function told({ added, changed, removed, threshold }: Replaced): Told {
  const rules = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(removed > 0 ? [`${removed} deleted`] : []),
  ].join(", ");
  const moved = threshold === null ? "" : `Threshold ${threshold[0]} → ${threshold[1]}`;
  return {
    kind: "rule",
    title: rules === "" ? "Threshold changed" : "Rules changed",
    description: [rules, moved].filter((part) => part !== "").join(". "),
  };
}
