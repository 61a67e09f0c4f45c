import { counted, inEnglish } from "#shared/counted.ts";
import { LIMITS } from "#shared/limits.ts";
import { DEFAULT_RULE, type RuleDraft } from "#shared/contract/rule.ts";
import type { Learning, LearningSuggestion } from "#shared/contract/learning.ts";
import type { Lesson } from "#server/insight/learning/learn.ts";
import type { Suggestion } from "#server/insight/learning/suggestion.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";

/** What was learned in the contract's shape, with sentences and without dismissed suggestions. */
export function learningAnswer(lesson: Lesson, rules: readonly RuleRecord[], dismissed: ReadonlySet<string>): Learning {
  const { positive, negative, learned } = lesson;
  const { minimumDecisions, minimumOfEachKind } = LIMITS.learning;
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const share = positive / Math.max(1, positive + negative);
  return {
    decisions: { positive, negative, needed: minimumDecisions, neededOfEachKind: minimumOfEachKind },
    fit: learned && {
      auc: learned.auc,
      rulesAuc: learned.rulesAuc,
      heldOut: learned.heldOut,
      isShown: learned.isBetter,
      reason: reasonOf(learned),
    },
    rules: lesson.rules,
    suggestions: lesson.suggestions
      .filter(({ id }) => !dismissed.has(id))
      .flatMap((each) => inWords(each, byId, share) ?? []),
  };
}

function reasonOf({ isBetter, heldOut }: NonNullable<Lesson["learned"]>): string {
  return isBetter
    ? `Tested on ${inEnglish(heldOut)} decisions it hadn't seen, it predicts approval better than your rules, so undecided leads show the prediction next to their score.`
    : `Tested on ${inEnglish(heldOut)} decisions it hadn't seen, it isn't clearly better than your rules, so leads show only their score.`;
}

/** A suggestion with its changed rules; null if its rule no longer exists. */
function inWords(
  suggestion: Suggestion,
  rules: ReadonlyMap<string, RuleRecord>,
  share: number,
): LearningSuggestion | null {
  const { id, kind, evidence } = suggestion;
  if (kind === "keyword") {
    const { keyword, weight } = suggestion;
    const says = `${counted(evidence.found, "decided lead")} ${evidence.found === 1 ? "mentions" : "mention"} “${keyword}”, which no rule covers; ${approvedOf(suggestion, share)}`;
    const change = { ...DEFAULT_RULE, name: keyword, keywords: [keyword], scoreWeight: weight };
    const title = weight > 0 ? `Give “${keyword}” ${weight} points` : `Subtract ${-weight} points for “${keyword}”`;
    return { id, kind, title, text: says, evidence, changes: [{ ...change, note: `Suggested by decisions. ${says}` }] };
  }
  const rule = rules.get(suggestion.ruleId);
  if (rule === undefined) return null;
  const found = `It matched ${counted(evidence.found, "decided lead")}; ${approvedOf(suggestion, share)}`;
  if (kind === "weight") {
    const { from, to } = suggestion;
    const title = `${to > from ? "Raise" : "Lower"} “${rule.name}” from ${pointsWords(from)} to ${pointsWords(to)}`;
    return { id, kind, title, text: found, evidence, changes: [{ ...draftOf(rule), scoreWeight: to }] };
  }
  const twin = suggestion.twin && rules.get(suggestion.twin.ruleId);
  const text =
    twin && suggestion.twin
      ? `It matches the same leads as “${twin.name}” (${inEnglish(suggestion.twin.together)} of ${inEnglish(evidence.found)}), so those leads score twice.`
      : `${found} Its ${Math.abs(suggestion.from)} points don't separate good leads from bad ones.`;
  const changes = [{ ...draftOf(rule), isActive: false }];
  return { id, kind, title: `Turn off “${rule.name}”`, text, evidence, changes };
}

function approvedOf({ evidence: { found, approved } }: Suggestion, share: number): string {
  return `${inEnglish(approved)} (${percent(approved / Math.max(1, found))}) were approved, compared with ${percent(share)} of all decided leads.`;
}

/** Uses a minus sign as wide as a plus sign. */
function pointsWords(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

function draftOf(rule: RuleRecord): RuleDraft {
  const { id, name, keywords, scoreWeight, isActive, mode, fields, counting, halfLifeDays, note, tag } = rule;
  return { id, name, keywords, scoreWeight, isActive, mode, fields, counting, halfLifeDays, note, tag };
}
