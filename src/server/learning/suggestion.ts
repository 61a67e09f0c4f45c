import type { Decision } from "#server/learning/decision.ts";

/** The decisions behind a suggestion. */
export interface Evidence {
  /** Decided leads it is about, and those of them that were approved. */
  found: number;
  approved: number;
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

export function evidenceOf(found: readonly Decision[]): Evidence {
  return {
    found: found.length,
    approved: found.filter(({ isPositive }) => isPositive).length,
    examples: found.slice(0, EXAMPLES).map(({ id, name, isPositive }) => ({ id, name, isPositive })),
  };
}
