import { compileRuleset, type ScoringRule } from "#server/intake/ruleset.ts";

/** Tells of a word or phrase whether a rule would find it, active or not and in whatever field. */
export function isLookedForBy(rules: readonly ScoringRule[]): (term: string) => boolean {
  const ruleset = compileRuleset(rules.map((rule) => ({ ...rule, isActive: true, fields: [] })));
  return (term) => ruleset.find([{ field: "notes", text: term }]).length > 0;
}
