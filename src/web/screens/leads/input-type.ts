import type { LeadFieldType } from "#shared/lead-fields.ts";

/** Input type of single-line fields. */
export const INPUT_TYPE = {
  text: "text",
  email: "email",
  phone: "tel",
  link: "url",
  longText: "text",
} as const satisfies Record<LeadFieldType, string>;
