import type { Decision } from "#server/learning/decision.ts";

/** The decisions behind a suggestion. */
export interface Evidence {
  /** Decided leads it is about, and those of them that were approved. */
  found: number;
  approved: number;
  /** The keyword of the rule that most of them have; null where no rule is. */
  keyword: string | null;
  /** Some of them, the newest first. */
  examples: { id: string; name: string; isPositive: boolean }[];
}

/** Something to change about the rules that decisions speak for. `id` stays the same while it says the same. */
export type Suggestion = { id: string; evidence: Evidence } & (
  | { kind: "weight"; ruleId: string; from: number; to: number }
  | { kind: "keyword"; keyword: string; weight: number }
  | { kind: "switch_off"; ruleId: string; from: number; twin: { ruleId: string; together: number } | null }
);

const EXAMPLES = 5;

/** The decisions in which something was found, newest first; by a rule, where one is named. */
export function evidenceOf(found: readonly Decision[], ruleId: string | null): Evidence {
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
