import { judgeEmail } from "#server/email-analysis/judge-email.ts";
import type { ProcessedEmailRecord } from "#server/store/mailbox-types.ts";
import type { MailJudgement } from "#server/workflows/mail/mail-rules.ts";

type Told = Pick<ProcessedEmailRecord, "isLead" | "leadName" | "confidence" | "reason" | "reasons">;

/**
 * What a stored message comes to now: the analysis by today's rules and model, but a person's word on whether it is a lead
 * decides. Without one it is a lead when it was taken in as one.
 */
export function emailVerdict(email: ProcessedEmailRecord, judgement: MailJudgement): Told {
  const { analysis, correction, leadId, kind } = email;
  if (analysis === null) {
    const { isLead, leadName, confidence, reason, reasons } = email;
    return { isLead, leadName, confidence, reason, reasons };
  }
  const { confidence, reason, reasons, isLead: isJudgedLead } = judgeEmail(analysis, judgement);
  const belongs = leadId !== null;
  const isLead = correction === null ? belongs && (kind === "message" || isJudgedLead) : correction === "lead";
  const said =
    correction === null ? "" : `A person said that this is ${correction === "lead" ? "a lead" : "no lead"}. `;
  return {
    isLead,
    leadName: isLead || belongs ? analysis.name || analysis.email : "",
    confidence,
    reason: `${said}${reason}`,
    reasons,
  };
}
