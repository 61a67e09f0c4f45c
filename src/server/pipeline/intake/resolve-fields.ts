import { EVERYWHERE } from "#server/pipeline/intake/field-scope.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { keyOfRuleField, readCondition, ruleFieldOf, SEARCHED_KINDS } from "#shared/contract/leads/rule-condition.ts";

export type ScoredField = Pick<CustomField, "id" | "key" | "kind">;

/**
 * The rules with custom fields by id, as in a lead's texts. A rule that searches everywhere searches those with texts,
 * too. Keywords that no field can match, because it was deleted or has another kind, are dropped.
 */
export function resolveFields<R extends ScoringRule>(rules: readonly R[], fields: readonly ScoredField[]): R[] {
  const searched = fields.filter(({ kind }) => SEARCHED_KINDS.has(kind));
  return rules.map((rule) => {
    if (rule.mode === "condition") return resolveCondition(rule, fields);
    if (rule.fields.length === 0) {
      return searched.length === 0 ? rule : { ...rule, fields: [EVERYWHERE, ...searched.map(placeOf)] };
    }
    if (rule.fields.every((place) => keyOfRuleField(place) === null)) return rule;
    const places = rule.fields.flatMap((place) => {
      const field = fieldOfPlace(place, searched);
      return keyOfRuleField(place) === null ? [place] : field === undefined ? [] : [placeOf(field)];
    });
    return { ...rule, fields: places, keywords: places.length === 0 ? [] : rule.keywords };
  });
}

/** The custom field where a rule looks; undefined if there is none. */
export function fieldOfPlace<F extends ScoredField>(place: string, fields: readonly F[]): F | undefined {
  const key = keyOfRuleField(place);
  return key === null ? undefined : fields.find((field) => field.key === key);
}

/** The condition on a field by id; one that the field can't meet has no keywords. */
export function resolveCondition<R extends Pick<ScoringRule, "keywords" | "fields">>(
  rule: R,
  fields: readonly ScoredField[],
): R {
  const field = fieldOfPlace(rule.fields[0] ?? "", fields);
  if (field === undefined) return { ...rule, fields: [], keywords: [] };
  const keywords = rule.keywords.filter((keyword) => readCondition(keyword)?.kinds.includes(field.kind) === true);
  return { ...rule, fields: [placeOf(field)], keywords };
}

function placeOf({ id }: ScoredField): string {
  return ruleFieldOf(id);
}
