import type { TextModel } from "#server/email-analysis/model/text-model.ts";
import type { ProcessedEmailRecord } from "#server/store/mailbox-types.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** The model after all corrections, and the messages that it learned from. */
export interface LearnedModel {
  model: TextModel;
  corrected: ProcessedEmailRecord[];
}

/** Learning takes a while and corrections are rare, so the last learned model is kept by what was corrected. */
let kept: { corrections: string; model: TextModel } | null = null;

/** The shipped model as people's corrections have shifted it; without corrections the shipped one. */
export async function learnedModel({ store }: Pick<Workspace, "store">): Promise<LearnedModel> {
  const corrected = await store.mailbox.corrected();
  const corrections = JSON.stringify(corrected.map(({ analysis, correction }) => [analysis, correction]));
  if (kept?.corrections !== corrections) kept = { corrections, model: await learnFrom(corrected) };
  return { model: kept.model, corrected };
}

/** The model is loaded when the first message is judged: its words are memory for nothing before. */
async function learnFrom(corrected: readonly ProcessedEmailRecord[]): Promise<TextModel> {
  const { learn } = await import("#server/email-analysis/model/learn.ts");
  const { shippedModel } = await import("#server/email-analysis/model/shipped-model.ts");
  return learn(
    shippedModel,
    corrected.flatMap(({ analysis, correction }) => {
      if (analysis === null) return [];
      const { subject, text, evidence } = analysis;
      return [{ input: { subject, text, evidence }, isLead: correction === "lead" }];
    }),
  );
}
