import { sameRule } from "#shared/compare-rules.ts";
import type { RuleDraft, RuleListResult, RuleListUpdate, RuleListVersion } from "#shared/contract/rule.ts";
import { changedFields, changeWords } from "#shared/edited-fields.ts";
import { DEFAULT_SETTINGS } from "#shared/contract/settings.ts";
import { invalid } from "#server/platform/errors.ts";
import type { Records } from "#server/db/actions/nouns.ts";
import type { Work } from "#server/db/engine/sql.ts";
import { type ActionEntry, StaleRecord, versionOf } from "#server/features/journal/act.ts";
import { addTagsOf, changeRules } from "#server/features/rules/change-rule.ts";
import { checkRuleFields } from "#server/features/rules/check-rule-fields.ts";
import { checkRules } from "#server/features/rules/check-rules.ts";
import { withCosts } from "#server/features/rules/rule-cost.ts";
import type { Workspace } from "#server/workspace.ts";

interface Replaced {
  added: number;
  changed: number;
  removed: number;
  /** The threshold before and after, if it was changed. */
  threshold: readonly [before: number, after: number] | null;
}

/**
 * Makes the rules match the drafts, and the threshold if given, as one action: a draft with an id changes that rule,
 * one without adds a rule, and a rule without a draft is deleted. Leads are rescored. Throws stale, naming the rules
 * that changed since the client read them, and invalid as checkRules does, and for an id that no rule or two drafts
 * have; then nothing has changed.
 */
export async function replaceRules(
  workspace: Workspace,
  { rules, threshold, version }: RuleListUpdate,
): Promise<RuleListResult> {
  checkRules(rules);
  refuseTwice(rules);
  const createdAt = workspace.clock().toISOString();
  const { actId } = await changeRules(workspace, entryOf, function* (records) {
    yield* refuseStaleRules(records, version);
    const counts = yield* writeDrafts(records, rules, createdAt);
    return { ...counts, threshold: threshold === undefined ? null : yield* writeThreshold(records, threshold) };
  });
  const { store } = workspace;
  const { qualificationThreshold = DEFAULT_SETTINGS.qualificationThreshold } = await store.settings.read();
  return { rules: withCosts(await store.rules.list()), threshold: qualificationThreshold, actId };
}

function* writeDrafts(
  records: Records,
  drafts: readonly RuleDraft[],
  createdAt: string,
): Work<Omit<Replaced, "threshold">> {
  const counts = { added: 0, changed: 0, removed: 0 };
  const before = new Map((yield* records.rules.list()).map((rule) => [rule.id, rule]));
  const gone = drafts.findIndex(({ id }) => id !== undefined && !before.has(id));
  if (gone >= 0) throw invalid(`rules.${gone}.id`, "This rule was deleted in the meantime.");
  const kept = new Set(drafts.map(({ id }) => id));
  for (const id of before.keys()) {
    if (kept.has(id)) continue;
    yield* records.rules.remove(id);
    counts.removed += 1;
  }
  yield* addTagsOf(records, drafts, createdAt);
  const fields = yield* records.leadFields.list();
  for (const [at, { id, ...rule }] of drafts.entries()) {
    const known = id === undefined ? undefined : before.get(id);
    if (known === undefined || !sameRule(known, rule)) checkRuleFields(rule, fields, `rules.${at}.`);
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

/** Throws StaleRecord if the client's rules or threshold are out of date. */
export function* refuseStaleRules(records: Records, version: RuleListVersion | undefined): Work<void> {
  if (version === undefined) return;
  const now = new Map((yield* records.rules.list()).map((rule) => [rule.id, rule]));
  const changes: string[] = [];
  const keys: string[] = [];
  for (const [id, rule] of now) {
    const seen = version.rules[id];
    const changed = seen === undefined ? [] : changedFields("rule", seen, versionOf("rule", rule));
    if (seen !== undefined && changed.length === 0) continue;
    const words = changeWords("rule", changed, rule).join(", ");
    changes.push(seen === undefined ? `Rule “${rule.name}” added` : `Rule “${rule.name}” changed (${words})`);
    keys.push(id);
  }
  const deleted = Object.keys(version.rules).filter((id) => !now.has(id));
  if (deleted.length > 0) changes.push(deleted.length === 1 ? "1 rule deleted" : `${deleted.length} rules deleted`);
  if (changes.length > 0) throw new StaleRecord("the rules", changes, "rules", [...keys, ...deleted]);
  if (version.threshold === undefined) return;
  const { qualificationThreshold } = { ...DEFAULT_SETTINGS, ...(yield* records.settings.read()) };
  if (qualificationThreshold === version.threshold) return;
  const words = changeWords("settings", ["qualificationThreshold"], { qualificationThreshold });
  throw new StaleRecord("the threshold", words, "settings", ["qualificationThreshold"]);
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
  if (again >= 0) throw invalid(`rules.${again}.id`, "This rule is in the list twice.");
}

function entryOf({ added, changed, removed, threshold }: Replaced): ActionEntry {
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
