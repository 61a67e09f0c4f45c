import type { EmailReason, EmailVerdict } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { classifyEmail } from "#server/pipeline/mail/classify-email.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import { isDecidedByModel } from "#server/features/mailbox/decided-by-model.ts";
import type { MailClassifier } from "#server/features/mailbox/mail-rules.ts";

type ShownVerdict = Pick<ProcessedEmailRecord, "verdict" | "leadName" | "confidence" | "reason" | "reasons">;

/** A stored message's verdict by the current rules and model. A person's decision always takes precedence. */
export function emailVerdict(email: ProcessedEmailRecord, classifier: MailClassifier): ShownVerdict {
  const { analysis, correction, leadId } = email;
  if (analysis === null) {
    const { leadName, confidence, reason, reasons } = email;
    return { verdict: correction ?? (leadId === null ? "not_lead" : "lead"), leadName, confidence, reason, reasons };
  }
  const classified = classifyEmail(analysis, classifier);
  const verdict = correction ?? verdictWithoutPerson(email, classified.verdict);
  const quoted = correction === null && isDecidedByModel({ ...email, verdict }) ? [modelReason(email)] : [];
  const decided = correction === null ? "" : `Marked as ${correction === "lead" ? "a lead" : "not a lead"}. `;
  return {
    verdict,
    leadName: verdict === "lead" || leadId !== null ? analysis.name || analysis.email : "",
    confidence: classified.confidence,
    reason: quoted[0]?.text ?? `${decided}${classified.reason}`,
    reasons: quoted.length > 0 ? quoted : classified.reasons.slice(0, LIMITS.mailbox.reasons),
  };
}

function modelReason({ modelReading }: ProcessedEmailRecord): EmailReason {
  return { text: `Read by the language model: “${modelReading?.evidence ?? ""}”` };
}

/**
 * A message that created a lead remains one, and others don't create one just because rules or the model have changed.
 * The language model only decides unclear ones.
 */
function verdictWithoutPerson(
  { leadId, kind, modelReading }: ProcessedEmailRecord,
  classified: EmailVerdict,
): EmailVerdict {
  if (leadId !== null) return kind === "message" || classified === "lead" ? "lead" : "not_lead";
  if (classified === "review" && modelReading?.outcome === "not_lead") return "not_lead";
  return classified === "lead" ? "review" : classified;
}
