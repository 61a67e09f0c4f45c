import { compileRuleset } from "#server/intake/ruleset.ts";
import { scoreStaleLead } from "#server/intake/score-stale-lead.ts";
import { answerAsked } from "#server/platform/thread.ts";
import { UNTAUGHT, type ScoringTask } from "#server/workflows/rules/score-thread.ts";
import type { RescoredLead } from "#shared/stale-lead.ts";

let judgement: Parameters<typeof scoreStaleLead>[1] | null = null;

answerAsked((task: ScoringTask): RescoredLead[] => {
  if ("rules" in task) {
    const { rules, threshold, today } = task;
    judgement = { ruleset: compileRuleset(rules), threshold, today };
    return [];
  }
  if (judgement === null) throw new Error(UNTAUGHT);
  const by = judgement;
  return task.leads.flatMap((lead) => scoreStaleLead(lead, by) ?? []);
});
