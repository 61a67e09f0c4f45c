import { FIELD_KINDS } from "#shared/contract/leads/field-value.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { keyOfRuleField, readCondition, SEARCHED_KINDS } from "#shared/contract/leads/rule-condition.ts";
import type { NewRule, RuleCheck } from "#shared/contract/rule.ts";
import { fieldOfPlace } from "#server/pipeline/intake/resolve-fields.ts";
import { invalid } from "#server/platform/errors.ts";
import type { RuleRecord } from "#server/db/rules/rules.ts";

type PlacedRule = Pick<NewRule, "keywords" | "mode" | "fields">;
type Field = Omit<CustomField, "options"> & { options: readonly string[] };

/**
 * Refuses a rule that a custom field can never match: there is no such field, or its kind doesn't fit. Throws invalid,
 * naming the place under `path`.
 */
export function checkRuleFields(rule: PlacedRule, fields: readonly Field[], path = ""): void {
  const [fault] = faultsOf(rule, fields);
  if (fault !== undefined) throw invalid(`${path}${fault.place}`, fault.message);
}

/** Reports rules that custom fields can no longer match, because a field was deleted or changed. */
export function fieldChecks(rules: readonly RuleRecord[], fields: readonly Field[]): RuleCheck[] {
  return rules.flatMap((rule) =>
    faultsOf(rule, fields).map(({ keyword, message }): RuleCheck => ({
      kind: "invalid",
      ruleId: rule.id,
      otherRuleId: null,
      keyword,
      message: `“${rule.name}”: ${message}`,
    })),
  );
}

/** Why a rule, or a part of it, can't match. */
interface Fault {
  place: string;
  keyword: string | null;
  message: string;
}

/** What custom fields can't match in this rule, in order. */
export function faultsOf({ keywords, mode, fields: places }: PlacedRule, fields: readonly Field[]): Fault[] {
  return places.flatMap((place): Fault[] => {
    const key = keyOfRuleField(place);
    if (key === null) return [];
    const field = fieldOfPlace(place, fields);
    const ofPlace = (message: string): Fault[] => [{ place: "fields", keyword: null, message }];
    if (field === undefined) return ofPlace(`There is no custom field ${key}, so nothing matches there.`);
    if (mode === "condition") return keywords.flatMap((text, at) => conditionFaults(text, at, field));
    if (SEARCHED_KINDS.has(field.kind)) return [];
    return ofPlace(`Keywords aren't searched in “${field.name}” (${kindOf(field)}). Use a condition instead.`);
  });
}

function conditionFaults(text: string, at: number, field: Field): Fault[] {
  const condition = readCondition(text);
  const fault = (message: string): Fault[] => [{ place: `keywords.${at}`, keyword: text, message }];
  if (condition?.kinds.includes(field.kind) !== true) {
    return fault(`“${text}” doesn't fit the field “${field.name}” (${kindOf(field)}).`);
  }
  const { option } = condition;
  const isKnown = field.options.length === 0 || option === "" || field.options.some((one) => condition.meets(one));
  return isKnown ? [] : fault(`“${field.name}” has no option “${option}”; only leads that still have it match.`);
}

function kindOf({ kind }: Field): string {
  return FIELD_KINDS[kind].toLowerCase();
}
