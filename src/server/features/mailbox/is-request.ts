import { classifyEmail } from "#server/pipeline/mail/classify-email.ts";
import { instructsReader } from "#server/delivery/language-model/reader-instructions.ts";
import type { MailClassifier } from "#server/features/mailbox/mail-rules.ts";

/**
 * Whether a quote alone is a request. The built-in model has to agree: a sentence that only persuades the language
 * model isn't one.
 */
export function isRequest(quote: string, { model }: Pick<MailClassifier, "model">): boolean {
  const alone = { name: "", company: "", title: "", phone: "", email: "", subject: "", text: quote, evidence: [] };
  const rules = { inclusionKeywords: [], exclusionKeywords: [], minimumConfidence: 100 };
  return !instructsReader(quote) && classifyEmail(alone, { rules, model }).verdict !== "not_lead";
}
