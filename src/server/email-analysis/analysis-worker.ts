import { answerAsked } from "#server/platform/thread.ts";
import { analyseEmail, type AnalysedEmail } from "#server/email-analysis/analyse-email.ts";
import type { AnalysisTask } from "#server/email-analysis/analysis-thread.ts";

answerAsked(async ({ raws, options }: AnalysisTask): Promise<AnalysedEmail[]> => {
  const analysed: AnalysedEmail[] = [];
  for (const raw of raws) analysed.push(await analyseEmail(raw, options));
  return analysed;
});
