import type { TextModel } from "#server/pipeline/mail/model/text-model.ts";
import { modelInputOf } from "#server/pipeline/mail/stored-analysis.ts";
import type { ProcessedEmailRecord } from "#server/db/sources/processed-emails.ts";
import type { Workspace } from "#server/workspace.ts";

/** Learning takes a while and corrections are rare, so the last learned model is cached by its corrections. */
let kept: { corrections: string; model: TextModel } | null = null;

/** The shipped model, adjusted by people's corrections. */
export async function learnedModel({ store }: Pick<Workspace, "store">) {
  const corrected = await store.mailbox.corrected();
  const corrections = JSON.stringify(corrected.map(({ analysis, correction }) => [analysis, correction]));
  if (kept?.corrections !== corrections) kept = { corrections, model: await learnFrom(corrected) };
  return { model: kept.model, corrected };
}

/** Loaded with the first message to save memory. */
async function learnFrom(corrected: readonly ProcessedEmailRecord[]): Promise<TextModel> {
  const { learn } = await import("#server/pipeline/mail/model/learn.ts");
  const { shippedModel } = await import("#server/pipeline/mail/model/shipped-model.ts");
  return learn(
    shippedModel,
    corrected.flatMap(({ analysis, correction }) =>
      analysis === null ? [] : [{ input: modelInputOf(analysis), isLead: correction === "lead" }],
    ),
  );
}
