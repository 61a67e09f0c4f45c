import type { LearningSuggestion } from "#shared/contract/learning.ts";
import type { Decision } from "#server/insight/learning/decision.ts";

/** A suggested rule change based on decisions. `id` stays the same while its content does. */
export type Suggestion = Pick<LearningSuggestion, "id" | "evidence"> &
  (
    | { kind: "weight"; ruleId: string; from: number; to: number }
    | { kind: "keyword"; keyword: string; weight: number }
    | { kind: "switch_off"; ruleId: string; from: number; twin: { ruleId: string; together: number } | null }
  );

const EXAMPLES = 5;

/** The decisions with a match, newest first; by a rule, if one is given. */
export function evidenceOf(found: readonly Decision[], ruleId: string | null): LearningSuggestion["evidence"] {
  const counts = new Map<string, number>();
  for (const { parts } of found) {
    for (const part of parts) if (part.ruleId === ruleId) counts.set(part.keyword, (counts.get(part.keyword) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return {
    keyword: most?.[0] ?? null,
    found: found.length,
    approved: found.filter(({ isPositive }) => isPositive).length,
    examples: found.slice(0, EXAMPLES).map(({ id, name, isPositive }) => ({ id, name, isPositive })),
  };
}
