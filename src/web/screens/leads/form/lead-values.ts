import type { FieldErrors, Resolver } from "react-hook-form";
import type { z } from "zod";
import type { LeadUpdate } from "#shared/contract/lead.ts";
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

export function valuesOf(lead: LeadValues): LeadValues {
  return Object.fromEntries(LEAD_TEXT_FIELDS.map((field) => [field, lead[field]])) as LeadValues;
}

/** The fields that differ, so that an edit touches nothing else. */
export function changedValues(former: LeadValues, values: LeadValues): Pick<LeadUpdate, LeadTextField> {
  return Object.fromEntries(
    LEAD_TEXT_FIELDS.filter((field) => values[field] !== former[field]).map((field) => [field, values[field]]),
  );
}

/** Some fields of the form, as a schema of optional fields gives them. */
type SomeValues = { [Field in LeadTextField]?: string | undefined };

/**
 * Checks with the contract's schema what `pick` takes of the form: all of a new lead, of a known one only what was
 * changed, because what a source once brought may not be what a person may type. Gives the values as the schema does.
 */
export function leadResolver(
  schema: z.ZodType<SomeValues>,
  pick: (values: LeadValues) => SomeValues,
): Resolver<LeadValues> {
  return (values) => {
    const parsed = schema.safeParse(pick(values));
    if (parsed.success) return { values: { ...values, ...definedFields(parsed.data) }, errors: {} };
    const errors: FieldErrors<LeadValues> = {};
    for (const { path, message } of parsed.error.issues) {
      const field = LEAD_TEXT_FIELDS.find((one) => one === path[0]);
      if (field !== undefined) errors[field] ??= { type: "contract", message };
    }
    return { values: {}, errors };
  };
}
