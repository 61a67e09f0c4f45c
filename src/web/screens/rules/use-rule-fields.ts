import { useQuery } from "@tanstack/react-query";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { keyOfRuleField } from "#shared/contract/leads/rule-condition.ts";
import type { NewRule } from "#shared/contract/rule.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";

/** Whether the rule looks into custom fields. */
export function namesCustomFields({ fields }: Pick<NewRule, "fields">): boolean {
  return fields.some((field) => keyOfRuleField(field) !== null);
}

/** The team's custom fields, which rules may look into; undefined until loaded, and unless they are needed. */
export function useRuleFields(enabled = true): readonly LeadFieldDefinition[] | undefined {
  return useQuery({ ...leadFieldsQuery, enabled }).data;
}
