import { compileRuleset, type ScoringRule } from "#server/pipeline/intake/ruleset.ts";

/** Creates a function that returns whether any rule, active or not and in any field, would match a word or phrase. */
export function isLookedForBy(rules: readonly ScoringRule[]): (term: string) => boolean {
  const ruleset = compileRuleset(rules.map((rule) => ({ ...rule, isActive: true, fields: [] })));
  return (term) => ruleset.find([{ field: "notes", text: term }]).length > 0;
}
