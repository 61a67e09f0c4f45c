import type { KeptAnalysis } from "#shared/kept-analysis.ts";
import type { Contact } from "#server/email-analysis/contact.ts";

const KEPT_TEXT = 6_000;
const FIELD_LENGTH = 1_000;

/** What is kept of who wrote and what, each field cut to a length. */
export function keptOf(
  contact: Contact,
  { subject, text, evidence }: Pick<KeptAnalysis, "subject" | "text" | "evidence">,
): KeptAnalysis {
  const { name, company, title, phone, email, address, website, methods } = contact;
  return {
    name: cut(name),
    company: cut(company),
    title: cut(title),
    phone: cut(phone),
    email: cut(email),
    address: cut(address),
    website: cut(website),
    methods,
    subject: cut(subject),
    text: text.slice(0, KEPT_TEXT).toWellFormed(),
    evidence,
  };
}

function cut(text: string): string {
  return text.slice(0, FIELD_LENGTH).replace(/\s+/gu, " ").trim().toWellFormed();
}
