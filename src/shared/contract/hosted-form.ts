import { z } from "zod";
import { Id, line, Timestamp, Version, visibleLine } from "#shared/contract/common.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";

const { hostedForm } = LIMITS;

/** A question of a form. With `leadField` its answer fills that field; without, it is kept as one of the lead's facts. */
export const HostedFormField = z.object({
  /** The name of the input, which stays when the label changes. The form's own inputs begin with `winnow_`. */
  key: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/u, "Use lowercase letters, digits and underscores")
    .refine((key) => !key.startsWith("winnow_"), "Begin with something other than winnow_"),
  label: visibleLine(hostedForm.labelLength, "Enter a label"),
  leadField: z.enum(LEAD_TEXT_FIELDS).nullable(),
  type: z.enum(["line", "paragraph", "choice"]),
  /** What a choice offers; empty for other types. */
  options: z.array(visibleLine(hostedForm.optionLength, "Enter an option")).max(hostedForm.options),
  isRequired: z.boolean(),
});
export type HostedFormField = z.infer<typeof HostedFormField>;

const Fields = z
  .array(HostedFormField)
  .min(1, "Add at least one field")
  .max(hostedForm.fields, `At most ${hostedForm.fields} fields`)
  .refine((fields) => hasNoRepeats(fields.map(({ key }) => key)), "Two fields have the same key")
  .refine(
    (fields) => hasNoRepeats(fields.flatMap(({ leadField }) => leadField ?? [])),
    "Two fields fill the same field of the lead",
  )
  .refine(
    (fields) => fields.some(({ leadField }) => leadField === "email" || leadField === "phone"),
    "Ask for an email address or a phone number",
  )
  .refine(
    (fields) => fields.every(({ type, options }) => type !== "choice" || options.length > 1),
    "A choice needs at least two options",
  );

const shape = {
  name: visibleLine(hostedForm.nameLength, "Enter a name"),
  fields: Fields,
  buttonLabel: visibleLine(hostedForm.buttonLength, "Enter a label for the button"),
  /** Shown after sending. */
  thanks: visibleLine(hostedForm.textLength, "Enter a message"),
  /** What the sender has to agree to; empty asks for nothing. */
  consent: line(hostedForm.textLength),
  /** Double opt-in: answers count once their sender has opened a link in an email. */
  confirmsEmail: z.boolean(),
  isActive: z.boolean(),
};

/** A form that Winnow serves, to link to or to put on a website. */
export const HostedForm = z.object({
  id: Id,
  ...shape,
  /** The public page, relative to the server root. */
  path: z.string(),
  /** The operator's configured public origin; null without one. */
  origin: z.string().nullable(),
  createdAt: Timestamp,
  version: Version,
});
export type HostedForm = z.infer<typeof HostedForm>;

export const NewHostedForm = z.object({
  ...shape,
  buttonLabel: shape.buttonLabel.default("Send"),
  thanks: shape.thanks.default("Thank you. We'll get back to you soon."),
  consent: shape.consent.default(""),
  confirmsEmail: shape.confirmsEmail.default(false),
  isActive: shape.isActive.default(true),
});
export type NewHostedForm = z.infer<typeof NewHostedForm>;

export const HostedFormUpdate = z.object(shape).partial().extend({ version: Version.optional() });
export type HostedFormUpdate = z.infer<typeof HostedFormUpdate>;

function hasNoRepeats(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
