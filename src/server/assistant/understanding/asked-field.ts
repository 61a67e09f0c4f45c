import { leadField, LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";

/** Questions identify a lead by its name, so nobody asks for it. */
const ASKED = LEAD_TEXT_FIELDS.filter((field) => field !== "name").map((field) => {
  const { label, noun, asked } = leadField(field);
  const words = [label.toLowerCase(), noun?.toLowerCase(), asked].filter((word) => word !== undefined);
  return { field, words: words.join("|") };
});
const WORDS = ASKED.map(({ field, words }) => ({ field, words: new RegExp(String.raw`\b(?:${words})\b`, "u") }));

/** The field a question asks for; undefined if it asks for something else. */
export function askedField(what: string): LeadTextField | undefined {
  return WORDS.find(({ words }) => words.test(what))?.field;
}
