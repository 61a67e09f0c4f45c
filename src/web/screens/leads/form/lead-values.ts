import type { FieldErrors, Resolver } from "react-hook-form";
import type { z } from "zod";
import { definedFields } from "#shared/defined-fields.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField, perField } from "#shared/lead-fields.ts";

/** Every text field of a lead; empty if unknown. */
export type LeadValues = Record<LeadTextField, string>;

export const NO_VALUES: LeadValues = perField(LEAD_TEXT_FIELDS, () => "");

/** Form values as an optional-field schema returns them. */
type SomeValues = { [Field in LeadTextField]?: string | undefined };

/** Validates the form with the contract's schema and returns its parsed values. */
export function leadResolver(schema: z.ZodType<SomeValues>): Resolver<LeadValues> {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: { ...values, ...definedFields(parsed.data) }, errors: {} };
    const errors: FieldErrors<LeadValues> = {};
    for (const { path, message } of parsed.error.issues) {
      const field = LEAD_TEXT_FIELDS.find((one) => one === path[0]);
      if (field !== undefined) errors[field] ??= { type: "contract", message };
    }
    return { values: {}, errors };
  };
}
