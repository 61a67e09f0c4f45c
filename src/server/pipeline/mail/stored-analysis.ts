import { cutWhole } from "#shared/text/cut-whole.ts";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import type { Contact } from "#server/pipeline/mail/contact/contact.ts";
import type { ModelInput } from "#server/pipeline/mail/model/text-model.ts";

const TEXT_LENGTH = 6_000;
const FIELD_LENGTH = 1_000;
const SIGNATURE_LENGTH = 1_500;

/** The stored analysis of a message, with each field truncated. */
export function storedAnalysisOf(
  contact: Contact,
  { subject, text, evidence }: Pick<StoredAnalysis, "subject" | "text" | "evidence">,
): StoredAnalysis {
  const { name, company, title, phone, email, address, website, methods, spans } = contact;
  return {
    name: cut(name),
    company: cut(company),
    title: cut(title),
    phone: cut(phone),
    email: cut(email),
    address: cut(address),
    website: cut(website),
    methods,
    spans,
    subject: cut(subject),
    text: cutWhole(text, TEXT_LENGTH).toWellFormed(),
    evidence,
  };
}

/** The text model's input for a message. */
export function modelInputOf({ subject, text, evidence, name, email }: StoredAnalysis): ModelInput {
  return { subject, text, evidence, hasSender: name !== "" || email !== "" };
}

/** Also stores the signature, for messages that will be read again. */
export function withSignature(analysis: StoredAnalysis, lines: readonly string[]): StoredAnalysis {
  const signature = cutWhole(lines.join("\n").trim(), SIGNATURE_LENGTH).toWellFormed();
  return signature === "" ? analysis : { ...analysis, signature };
}

function cut(text: string): string {
  return text.slice(0, FIELD_LENGTH).replace(/\s+/gu, " ").trim().toWellFormed();
}
