import { useQuery } from "@tanstack/react-query";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { ruleFieldOf } from "#shared/contract/leads/rule-condition.ts";
import { assignmentRulesQuery } from "#web/api/assignment.ts";
import { rulesQuery } from "#web/api/rules.ts";

/** The rules that use a custom field, in a paragraph. */
export function FieldUsage({ field }: { field: LeadFieldDefinition }) {
  const { data: rules = [] } = useQuery(rulesQuery);
  const { data: assignmentRules = [] } = useQuery(assignmentRulesQuery);
  const place = ruleFieldOf(field.key);
  const scoring = rules.filter(({ fields }) => fields.includes(place));
  const assigning = assignmentRules.filter(({ conditions }) =>
    conditions.customFields?.some((one) => one.field === place),
  );
  return (
    <>
      {scoring.length > 0 && <span className="mt-2 block">{`Rules that use it: ${namesOf(scoring)}`}</span>}
      {assigning.length > 0 && (
        <span className="mt-2 block">{`Assignment rules that use it: ${namesOf(assigning)}`}</span>
      )}
    </>
  );
}

function namesOf(rules: readonly { name: string }[]): string {
  return rules.map(({ name }) => name).join(", ");
}
