import { LIMITS } from "#shared/limits.ts";
import { DEFAULT_RULE, type RuleDraft } from "#shared/contract/rule.ts";
import type { Learning, LearningSuggestion } from "#shared/contract/learning.ts";
import type { Lesson } from "#server/learning/learn.ts";
import type { Suggestion } from "#server/learning/suggestion.ts";
import type { RuleRecord } from "#server/store/types.ts";

/** What was learned as the contract answers it, in words, without suggestions that were dismissed. */
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
    ? `Over ${heldOut} decisions held out while learning, it tells approved from rejected leads better than the rules do, so it is shown beside the score of leads that nobody has decided on.`
    : `Over ${heldOut} decisions held out while learning, it is not clearly better than the rules, so leads show their score alone.`;
}

/** A suggestion with its rules as they would be; null when its rule is gone. */
function inWords(
  suggestion: Suggestion,
  rules: ReadonlyMap<string, RuleRecord>,
  share: number,
): LearningSuggestion | null {
  const { id, kind, evidence } = suggestion;
  if (kind === "keyword") {
    const { keyword, weight } = suggestion;
    const says = `${leads(evidence.found)} ${evidence.found === 1 ? "says" : "say"} “${keyword}”, which no rule looks for; ${approvedOf(suggestion, share)}`;
    const change = { ...DEFAULT_RULE, name: keyword, keywords: [keyword], scoreWeight: weight };
    const title = weight > 0 ? `Give “${keyword}” ${weight} points` : `Take ${-weight} points off for “${keyword}”`;
    return { id, kind, title, text: says, evidence, changes: [{ ...change, note: `Suggested by decisions. ${says}` }] };
  }
  const rule = rules.get(suggestion.ruleId);
  if (rule === undefined) return null;
  const found = `It found ${leads(evidence.found)}; ${approvedOf(suggestion, share)}`;
  if (kind === "weight") {
    const { from, to } = suggestion;
    const title = `${to > from ? "Raise" : "Lower"} “${rule.name}” from ${pointsWords(from)} to ${pointsWords(to)}`;
    return { id, kind, title, text: found, evidence, changes: [{ ...draftOf(rule), scoreWeight: to }] };
  }
  const twin = suggestion.twin && rules.get(suggestion.twin.ruleId);
  const text =
    twin && suggestion.twin
      ? `It finds the same leads as “${twin.name}” (${suggestion.twin.together} of ${evidence.found}), so they have points twice.`
      : `${found} Its ${Math.abs(suggestion.from)} points do not help to tell them apart.`;
  const changes = [{ ...draftOf(rule), isActive: false }];
  return { id, kind, title: `Switch “${rule.name}” off`, text, evidence, changes };
}

function approvedOf({ evidence: { found, approved } }: Suggestion, share: number): string {
  return `${approved} of them (${percent(approved / Math.max(1, found))}) were approved, of all decided leads ${percent(share)}.`;
}

/** With a minus as long as a plus. */
function pointsWords(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

function leads(count: number): string {
  return count === 1 ? "1 decided lead" : `${count} decided leads`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

function draftOf(rule: RuleRecord): RuleDraft {
  const { id, name, keywords, scoreWeight, isActive, mode, fields, counting, halfLifeDays, note } = rule;
  return { id, name, keywords, scoreWeight, isActive, mode, fields, counting, halfLifeDays, note };
}
