import { LIMITS } from "#shared/limits.ts";
import type { Decision, TaughtRule } from "#server/insight/learning/decision.ts";
import type { RuleFit, TaughtWeight } from "#server/insight/learning/rule-fit.ts";
import { evidenceOf, type Suggestion } from "#server/insight/learning/suggestion.ts";
import { wilsonInterval } from "#server/insight/learning/wilson.ts";

/** Minimum number of decided leads a rule must match before it gets a suggestion. */
const LEAST_FOUND = 6;
/** The two-sided 95% quantile of the normal distribution. */
const CERTAIN = 1.96;
/** Smaller changes aren't suggested: absolute points, and a share of the current weight. */
const LEAST_CHANGE = { points: 3, share: 0.25 };
/** Fewer points than this count as none. */
const NEXT_TO_NOTHING = 2;
/** Minimum overlap of the leads two rules match for them to count as duplicates. */
const TWINS = 0.9;
/**
 * Limits a change to at most double, half, or the same weight with the opposite sign; further decisions may justify
 * more.
 */
const LARGEST_STEP = 2;

/** Suggests new weights for rules and rules to switch off, most certain first. */
export function suggestRules(decisions: readonly Decision[], rules: readonly TaughtRule[], fit: RuleFit): Suggestion[] {
  const active = rules.filter(({ isActive }) => isActive);
  const foundBy = new Map(
    active.map(({ id }) => [id, decisions.filter(({ parts }) => parts.some(({ ruleId }) => ruleId === id))]),
  );
  const twins = twinsOf(active, foundBy);
  const inPairs = new Set([...twins].flatMap(([id, { ruleId }]) => [id, ruleId]));
  const base = decisions.filter(({ isPositive }) => isPositive).length / decisions.length;
  const suggestions: { suggestion: Suggestion; certainty: number }[] = [];
  for (const { id, scoreWeight: from } of active) {
    const found = foundBy.get(id) ?? [];
    const taught = fit.weights.get(id);
    const twin = twins.get(id) ?? null;
    if (twin !== null) {
      const evidence = evidenceOf(found, id);
      const suggestion: Suggestion = { id: `switch_off:${id}`, kind: "switch_off", ruleId: id, from, twin, evidence };
      suggestions.push({ suggestion, certainty: CERTAIN });
    } else if (taught !== undefined && !inPairs.has(id) && found.length >= LEAST_FOUND) {
      const certainty = Math.abs(taught.weight - from) / taught.deviation;
      if (certainty < CERTAIN) continue;
      const suggestion = changeOf(from, taught, found);
      if (suggestion !== null && !(speakFor(from, found, base) && isAgainst(suggestion)))
        suggestions.push({ suggestion, certainty });
    }
  }
  return suggestions.toSorted((a, b) => b.certainty - a.certainty).map(({ suggestion }) => suggestion);
}

/**
 * Whether the rule's own approval rate clearly supports its current sign. The fit may credit other rules instead, but
 * nobody would follow a suggestion that contradicts the figures shown with it.
 */
function speakFor(from: number, found: readonly Decision[], base: number): boolean {
  const { low, high } = wilsonInterval(found.filter(({ isPositive }) => isPositive).length, found.length);
  return from > 0 ? low > base : high < base;
}

function isAgainst(suggestion: Suggestion): boolean {
  if (suggestion.kind === "switch_off") return true;
  return suggestion.kind === "weight" && Math.sign(suggestion.to) !== Math.sign(suggestion.from);
}

function changeOf(
  from: number,
  { ruleId, weight, deviation }: TaughtWeight,
  found: readonly Decision[],
): Suggestion | null {
  const evidence = evidenceOf(found, ruleId);
  const hasOppositeSign = Math.sign(weight) !== Math.sign(from);
  const isSurelyOpposite = hasOppositeSign && Math.abs(weight) > CERTAIN * deviation;
  if (!isSurelyOpposite && (hasOppositeSign || Math.abs(weight) <= NEXT_TO_NOTHING)) {
    return { id: `switch_off:${ruleId}`, kind: "switch_off", ruleId, from, twin: null, evidence };
  }
  const size = Math.abs(from);
  const [least, most] = hasOppositeSign ? [LIMITS.rule.weight.min, size] : [size / LARGEST_STEP, size * LARGEST_STEP];
  const bounded = Math.min(most, Math.max(least, Math.abs(weight)));
  const to =
    Math.sign(weight) * Math.min(LIMITS.rule.weight.max, Math.max(LIMITS.rule.weight.min, Math.round(bounded)));
  const change = Math.abs(to - from);
  if (change < Math.max(LEAST_CHANGE.points, size * LEAST_CHANGE.share)) return null;
  return { id: `weight:${ruleId}:${to > from ? "up" : "down"}`, kind: "weight", ruleId, from, to, evidence };
}

/** Of two rules that match the same leads, the later one with the earlier: their points count twice. */
function twinsOf(
  rules: readonly TaughtRule[],
  foundBy: ReadonlyMap<string, readonly Decision[]>,
): Map<string, { ruleId: string; together: number }> {
  const twins = new Map<string, { ruleId: string; together: number }>();
  const sets = rules.map(({ id, scoreWeight }) => ({
    id,
    sign: Math.sign(scoreWeight),
    found: new Set((foundBy.get(id) ?? []).map((decision) => decision.id)),
  }));
  for (const [index, later] of sets.entries()) {
    if (later.found.size < LEAST_FOUND) continue;
    for (const earlier of sets.slice(0, index)) {
      if (twins.has(earlier.id) || earlier.sign !== later.sign) continue;
      const together = later.found.intersection(earlier.found).size;
      if (together < TWINS * (later.found.size + earlier.found.size - together)) continue;
      twins.set(later.id, { ruleId: earlier.id, together });
      break;
    }
  }
  return twins;
}
