import { LEAD_FIELDS, leadField, LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";

const FACT = "fact:";

const LABELS = new Map<string, string>([
  ...LEAD_TEXT_FIELDS.map((field): [string, string] => [field, LEAD_FIELDS[field].label]),
  ["status", "Status"],
  ["nextStep", "Next step"],
  ["owner", "Owner"],
  ["tags", "Tags"],
  ["emailDomain", "Email domain"],
  ["emailQuality", "Email quality"],
]);
const NOUNS = new Map<string, string>(
  LEAD_TEXT_FIELDS.flatMap((field) => {
    const { noun } = leadField(field);
    return noun === undefined ? [] : [[field, noun]];
  }),
);

const TARGETS: Readonly<Record<string, string>> = {
  firstName: "First name",
  lastName: "Last name",
  id: "Row ID",
  nextStepDue: "Next step due",
  fact: "Other details",
  ignore: "Don't import",
};

/** Display name of what a column or field of rows becomes. */
export function targetWords(target: string): string {
  return TARGETS[target] ?? fieldWords(target);
}

/** Display name of a lead field. For "fact:NAME" it's NAME; unknown fields are returned unchanged. */
export function fieldWords(field: string): string {
  return field.startsWith(FACT) ? field.slice(FACT.length) : (LABELS.get(field) ?? field);
}

/** The display name for use within a sentence. */
export function fieldNoun(field: string): string {
  return NOUNS.get(field) ?? fieldWords(field).toLowerCase();
}
