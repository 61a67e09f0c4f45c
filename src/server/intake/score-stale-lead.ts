import type { Judgement } from "#server/intake/assess-lead.ts";
import { decideStatus } from "#server/intake/qualify.ts";
import { scoreLead } from "#server/intake/score-lead.ts";
import { scoreWithReasons } from "#server/intake/score-reasons.ts";
import type { Fact } from "#shared/raw-lead.ts";
import type { RescoredLead, StaleLead } from "#shared/stale-lead.ts";

const NO_FACTS: Fact[] = [];

/**
 * The same as rescoreLead, for many leads: from and to what is stored of scores and parts, as the text that it is. Null
 * when all of it stays as it is.
 */
export function scoreStaleLead(lead: StaleLead, judgement: Omit<Judgement, "now">): RescoredLead | null {
  const { ruleset, threshold, today } = judgement;
  const facts = lead.facts === "[]" ? NO_FACTS : (JSON.parse(lead.facts) as Fact[]);
  const { score, keywords, scoreParts } = scoreLead({ ...lead, facts }, ruleset, today);
  const { id, revision, name, status: was, statusSetBy } = lead;
  const status = decideStatus({ status: was, statusSetBy, score }, threshold);
  const parts = JSON.stringify(scoreParts);
  const words = JSON.stringify(keywords);
  const hasKeywords = words === lead.keywords;
  if (status === was && score === lead.score && hasKeywords && parts === lead.scoreParts) return null;
  const turn = status === was ? null : { name, was, description: `Was ${was}. ${scoreWithReasons(score, scoreParts)}` };
  return { id, revision, score, status, keywords: hasKeywords ? null : words, scoreParts: parts, turn };
}
