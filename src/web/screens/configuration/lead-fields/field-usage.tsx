import { useQuery } from "@tanstack/react-query";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { ruleFieldOf } from "#shared/contract/leads/rule-condition.ts";
import { assignmentRulesQuery } from "#web/api/assignment.ts";
import { rulesQuery } from "#web/api/rules.ts";

/** The rules that use a custom field. */
export function FieldUsage({ field }: { field: LeadFieldDefinition }) {
  const { data: rules = [] } = useQuery(rulesQuery);
  const { data: assignmentRules = [] } = useQuery(assignmentRulesQuery);
  const place = ruleFieldOf(field.key);
  const scoring = rules.filter(({ fields }) => fields.includes(place));
  const assigning = assignmentRules.filter(({ conditions }) =>
    conditions.customFields?.some((one) => one.field === place),
  );
  return (
    <div className="flex flex-col gap-2 wrap-anywhere">
      {scoring.length > 0 && <p>{`Rules that use it: ${namesOf(scoring)}`}</p>}
      {assigning.length > 0 && <p>{`Assignment rules that use it: ${namesOf(assigning)}`}</p>}
    </div>
  );
}

function namesOf(rules: readonly { name: string }[]): string {
  return rules.map(({ name }) => name).join(", ");
}
