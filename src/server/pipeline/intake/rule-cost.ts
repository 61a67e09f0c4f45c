import { runnableRegexes } from "#server/pipeline/intake/keywords/keyword-regex.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { RuleCost } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

/** The cost of running each rule, in order. Only active rules share the total size limit. */
export function ruleCosts(rules: readonly Pick<ScoringRule, "keywords" | "mode" | "isActive">[]): RuleCost[] {
  const active = runnableRegexes(rules.flatMap((rule) => (rule.isActive ? regexesOf(rule) : []))).values();
  return rules.map((rule): RuleCost => {
    const regexes = rule.isActive ? [...active.take(regexesOf(rule).length)] : runnableRegexes(regexesOf(rule));
    if (regexes.includes(null)) return "too_high";
    const size = regexes.reduce((sum, regex) => sum + (regex?.size ?? 0), 0);
    return size >= LIMITS.rule.expensiveRegexSize ? "high" : "low";
  });
}

function regexesOf({ keywords, mode }: Pick<ScoringRule, "keywords" | "mode">): readonly string[] {
  return mode === "regex" ? keywords : [];
}
