import { compileRuleset } from "#server/pipeline/intake/ruleset.ts";
import { scoreStaleLead } from "#server/pipeline/intake/score-stale-lead.ts";
import { answerAsked } from "#server/platform/thread.ts";
import { UNTAUGHT, type ScoringTask } from "#server/features/rules/score-thread.ts";
import type { RescoredLead } from "#shared/stale-lead.ts";

let scoring: Parameters<typeof scoreStaleLead>[1] | null = null;

answerAsked((task: ScoringTask): RescoredLead[] => {
  if ("rules" in task) {
    const { rules, threshold, today, ruleTags } = task;
    scoring = { ruleset: compileRuleset(rules), threshold, today, ruleTags };
    return [];
  }
  if (scoring === null) throw new Error(UNTAUGHT);
  const by = scoring;
  return task.leads.flatMap((lead) => scoreStaleLead(lead, by) ?? []);
});
