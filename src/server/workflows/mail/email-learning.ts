import type { EmailLearning } from "#shared/contract/mailbox.ts";
import { judgeEmail } from "#server/email-analysis/judge-email.ts";
import { shiftsOf } from "#server/email-analysis/model/learn.ts";
import { shippedModel } from "#server/email-analysis/model/shipped-model.ts";
import { learnedModel } from "#server/workflows/mail/learned-model.ts";
import { readMailRules } from "#server/workflows/mail/mail-rules.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const SHIFTS_SHOWN = 50;

/** What corrections have taught: each message's confidence without any of them and with all, and what weighs differently. */
export async function emailLearning(workspace: Workspace): Promise<EmailLearning> {
  const [{ model, corrected }, rules] = await Promise.all([learnedModel(workspace), readMailRules(workspace)]);
  return {
    corrections: corrected.flatMap(({ id: emailId, from, subject, correction, correctedAt, analysis }) => {
      if (correction === null || correctedAt === null || analysis === null) return [];
      const before = judgeEmail(analysis, { rules, model: shippedModel }).confidence;
      const after = judgeEmail(analysis, { rules, model }).confidence;
      return [{ emailId, from, subject, correction, before, after, at: correctedAt }];
    }),
    shifts: shiftsOf(shippedModel, model).slice(0, SHIFTS_SHOWN),
  };
}
