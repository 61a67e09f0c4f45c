import type { ScoringOptions } from "#server/pipeline/intake/assess-lead.ts";
import { decideStatus } from "#server/pipeline/intake/qualify.ts";
import { addRuleTags } from "#server/pipeline/intake/lead-tags.ts";
import { scoreWithin } from "#server/pipeline/intake/score-lead.ts";
import { scoreWithReasons } from "#server/pipeline/intake/score-reasons.ts";
import { type CustomValue, type TagMark, storedScoreParts } from "#shared/lead-record.ts";
import type { Fact } from "#shared/raw-lead.ts";
import type { RescoredLead, StaleLead } from "#shared/stale-lead.ts";

const NO_FACTS: Fact[] = [];
const NO_VALUES: CustomValue[] = [];

/**
 * Like rescoreLead, for bulk use: reads and returns scores and parts as their stored JSON text. Returns null when
 * nothing changes, and when the budget is exceeded, which the budget then records.
 */
export function scoreStaleLead(lead: StaleLead, scoring: Omit<ScoringOptions, "now">): RescoredLead | null {
  const facts = lead.facts === "[]" ? NO_FACTS : (JSON.parse(lead.facts) as Fact[]);
  const customFields = lead.customFields === null ? NO_VALUES : (JSON.parse(lead.customFields) as CustomValue[]);
  const scored = scoreWithin({ ...lead, facts, customFields }, scoring);
  if (scored === null) return null;
  const { score, keywords, scoreParts } = scored;
  const { id, revision, name, status: was, statusSetBy } = lead;
  const status = decideStatus({ status: was, statusSetBy, score }, scoring.threshold);
  const parts = storedScoreParts(scoreParts);
  const words = JSON.stringify(keywords);
  const hasKeywords = words === lead.keywords;
  const marks = lead.tagMarks === null ? [] : (JSON.parse(lead.tagMarks) as TagMark[]);
  const tagMarks = addRuleTags(marks, scoreParts, scoring.ruleTags);
  const isSame =
    tagMarks === marks && status === was && score === lead.score && hasKeywords && parts === lead.scoreParts;
  // Writing even an unchanged score marks the lead as scored.
  if (isSame && lead.processedAt !== null) return null;
  const statusChange =
    status === was ? null : { name, was, description: `Was ${was}. ${scoreWithReasons(score, scoreParts)}` };
  return {
    id,
    revision,
    score,
    previousScore: lead.score,
    status,
    keywords: hasKeywords ? null : words,
    scoreParts: parts,
    tagMarks: tagMarks === marks ? null : tagMarks,
    statusChange,
  };
}
