import { useQuery } from "@tanstack/react-query";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import { fieldKeyOf } from "#web/screens/leads/columns/column-choice.ts";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";

const NONE: readonly LeadFieldDefinition[] = [];

/** The team's custom fields, loaded only for a list that shows or filters by one. */
export function useListedFields({ columns, fields }: Pick<LeadsView, "columns" | "fields">) {
  return useLeadFields(fields !== "" || columns.some((id) => fieldKeyOf(id) !== null));
}

/** The team's custom fields; none unless they are needed. */
export function useLeadFields(enabled = true): readonly LeadFieldDefinition[] {
  return useQuery({ ...leadFieldsQuery, enabled }).data ?? NONE;
}
