import type { ProcessedEmail } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import { isDecidedByModel } from "#server/features/mailbox/decided-by-model.ts";
import { excerpt } from "#server/features/mailbox/excerpt.ts";

/** A stored message in the API's shape. Older ones were stored with more reasons than are shown. */
export function answeredEmail(email: ProcessedEmailRecord): ProcessedEmail {
  const { id, mailbox, from, leadName, subject, verdict, confidence, reason, correction, leadId, kind } = email;
  return {
    id,
    mailbox,
    from,
    leadName,
    subject,
    excerpt: excerpt(email.analysis?.text ?? "", LIMITS.mailbox.excerptLength),
    verdict,
    isLead: verdict === "lead",
    confidence,
    reason,
    reasons: email.reasons.slice(0, LIMITS.mailbox.reasons),
    correction,
    decidedBy: correction !== null ? "person" : isDecidedByModel(email) ? "language_model" : "analysis",
    leadId,
    kind,
    date: email.date,
    processedAt: email.processedAt,
  };
}
