import { z } from "zod";
import { Id, Timestamp, Version, visibleLine } from "#shared/contract/common.ts";
import { FIELD_KINDS, type FieldKind } from "#shared/contract/leads/field-value.ts";
import { nameKey } from "#shared/text/plain-signs.ts";
import { LIMITS } from "#shared/limits.ts";

const { fields, nameLength, options, optionLength, textLength } = LIMITS.customField;

const FieldName = visibleLine(nameLength, "Name is required");
/** Without semicolons, which separate options in a cell. */
const Option = visibleLine(optionLength, "Enter an option").regex(/^[^;]*$/u, "An option can't contain a semicolon");
const Options = z
  .array(Option)
  .max(options, `At most ${options} options`)
  .refine((list) => new Set(list.map(nameKey)).size === list.length, "Each option must be different");
const Kind = z.enum(Object.keys(FIELD_KINDS) as [FieldKind, ...FieldKind[]]);

/** A custom field of leads. `key` is its name in the API and never changes; only choices have options. */
export const LeadFieldDefinition = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  kind: Kind,
  options: z.array(z.string()),
  createdAt: Timestamp,
  version: Version,
});
export type LeadFieldDefinition = z.infer<typeof LeadFieldDefinition>;

/** What reading values takes. */
export type CustomField = Pick<LeadFieldDefinition, "id" | "key" | "name" | "kind" | "options">;

const OPTIONS_ERROR = { error: "Add options for a choice, and none for other kinds", path: ["options"] };
function hasOptions({ kind, options: list }: { kind: FieldKind; options: readonly string[] }): boolean {
  return (kind === "choice" || kind === "choices") === list.length > 0;
}

export const NewLeadField = z
  .object({ name: FieldName, kind: Kind, options: Options.default([]) })
  .refine(hasOptions, OPTIONS_ERROR);
export type NewLeadField = z.infer<typeof NewLeadField>;

/** Leads keep a value whose option is removed. */
export const LeadFieldUpdate = z
  .object({ name: FieldName, options: Options.min(1, "Add an option"), version: Version })
  .partial();
export type LeadFieldUpdate = z.infer<typeof LeadFieldUpdate>;

const Detail = z.string().min(1, "Choose a detail").max(LIMITS.lead.fieldLength);

/** The name of an extra column or answer. */
export const PromotionQuery = z.object({ detail: Detail });
export const DetailToPromote = z.object({ detail: Detail });

/**
 * What moving a detail into a field would do to the leads that have it: `fitting` get a value, `filled` have one
 * already, and the values of `unfit` don't fit, the most frequent first.
 */
export const Promotion = z.object({
  leads: z.int(),
  fitting: z.int(),
  filled: z.int(),
  unfit: z.int(),
  problems: z.array(z.object({ value: z.string(), error: z.string(), leads: z.int() })),
});
export type Promotion = z.infer<typeof Promotion>;
/** A value that doesn't fit a field, and how many leads have it. */
export type UnfitValue = Promotion["problems"][number];

/** Another type for a field, with options for a choice. */
export const FieldConversion = z.object({ kind: Kind, options: Options.default([]) }).refine(hasOptions, OPTIONS_ERROR);
export type FieldConversion = z.infer<typeof FieldConversion>;

/** The same in a query, with the options separated by semicolons. */
export const ConversionQuery = z.object({
  kind: Kind,
  options: z
    .string()
    .max(options * (optionLength + 1))
    .default(""),
});

/**
 * What another type of a field would do to the leads that have a value: those of `fitting` convert, and those of `unfit`
 * move to the other details, the most frequent first. `rules` and `assignmentRules` are the names of rules that would no
 * longer match.
 */
export const Conversion = z.object({
  leads: z.int(),
  fitting: z.int(),
  unfit: z.int(),
  problems: Promotion.shape.problems,
  rules: z.array(z.string()),
  assignmentRules: z.array(z.string()),
});
export type Conversion = z.infer<typeof Conversion>;

/** Values by the key of their field: numbers, true or false, lists for a multiple choice, and texts. */
export const FieldValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));

/** Values to set; null clears one, and fields that are absent stay as they are. */
export const FieldValuesPatch = z
  .record(
    z.string().max(nameLength + 4),
    z
      .union([z.string().max(textLength), z.number(), z.boolean(), z.array(z.string().max(optionLength)).max(options)])
      .nullable(),
  )
  .refine((values) => Object.keys(values).length <= fields, `At most ${fields} fields`);
export type FieldValuesPatch = z.infer<typeof FieldValuesPatch>;
