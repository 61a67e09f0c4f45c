import type { EmailLearning } from "#shared/contract/mailbox.ts";
import { LIMITS } from "#shared/limits.ts";
import { classifyEmail } from "#server/pipeline/mail/classify-email.ts";
import { shiftsOf } from "#server/pipeline/mail/model/learn.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import { excerpt } from "#server/features/mailbox/excerpt.ts";
import { learnedModel } from "#server/features/mailbox/learned-model.ts";
import { readMailRules } from "#server/features/mailbox/mail-rules.ts";
import type { Workspace } from "#server/workspace.ts";

const SHIFTS_SHOWN = 50;

/** The effect of corrections: each message's confidence with none and with all of them, and which weights changed. */
export async function emailLearning(workspace: Workspace): Promise<EmailLearning> {
  const [{ model, corrected }, rules] = await Promise.all([learnedModel(workspace), readMailRules(workspace)]);
  return {
    corrections: corrected.flatMap(({ id: emailId, from, subject, correction, correctedAt, analysis }) => {
      if (correction === null || correctedAt === null || analysis === null) return [];
      const before = classifyEmail(analysis, { rules, model: shippedModel }).confidence;
      const after = classifyEmail(analysis, { rules, model }).confidence;
      const beginning = excerpt(analysis.text, LIMITS.mailbox.excerptLength);
      return [{ emailId, from, subject, excerpt: beginning, correction, before, after, at: correctedAt }];
    }),
    shifts: shiftsOf(model).slice(0, SHIFTS_SHOWN),
  };
}
