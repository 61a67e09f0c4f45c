import type { FieldErrors, Resolver } from "react-hook-form";
import type { z } from "zod";
import { definedFields } from "#shared/defined-fields.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/raw-lead.ts";

/** What the form holds: every text field of a lead, empty where nothing is known. */
export type LeadValues = Record<LeadTextField, string>;

export const NO_VALUES: LeadValues = {
  name: "",
  email: "",
  company: "",
  industry: "",
  title: "",
  phone: "",
  scrapeUrl: "",
  notes: "",
};

/** Each field of the form under the name that the server calls it by. */
export const FIELD_OF_CALL: Record<LeadTextField, LeadTextField> = {
  name: "name",
  email: "email",
  company: "company",
  industry: "industry",
  title: "title",
  phone: "phone",
  scrapeUrl: "scrapeUrl",
  notes: "notes",
};

/** Some fields of the form, as a schema of optional fields gives them. */
type SomeValues = { [Field in LeadTextField]?: string | undefined };

/** Checks what is in the form with the contract's schema of a new lead, and gives the values as the schema does. */
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
