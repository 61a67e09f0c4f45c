const WORDS = new Map<string, string>([
  ["name", "Name"],
  ["email", "Email"],
  ["company", "Company"],
  ["industry", "Industry"],
  ["title", "Job title"],
  ["phone", "Phone"],
  ["scrapeUrl", "Website"],
  ["notes", "Notes"],
  ["status", "Status"],
  ["emailDomain", "Email domain"],
]);

/** A field of a lead as people call it; "fact:NAME" is what a source calls it, one unknown here is itself. */
export function fieldWords(field: string): string {
  return field.startsWith("fact:") ? field.slice("fact:".length) : (WORDS.get(field) ?? field);
}
