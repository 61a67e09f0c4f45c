import { leadTexts, type TextOfLead } from "#server/intake/lead-text.ts";
import type { Ruleset } from "#server/intake/ruleset.ts";
import type { LeadRecord, ScorePart } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";

export type Score = Pick<LeadRecord, "score" | "keywords" | "scoreParts">;

/**
 * Scores a lead's text from 0 to 100: the sum over active rules of weight × distinct keywords found, capped. A keyword
 * counts once within a rule, and with it those that differ from it only in case, accents, punctuation or plural.
 * `scoreParts` holds one part per keyword counted, in the order of the rules, at its first place in the order of
 * `leadTexts`; `keywords` lists them as written, each once. A pure function of the text and the rules.
 */
export function scoreLead(lead: TextOfLead, ruleset: Ruleset): Score {
  const texts = leadTexts(lead);
  const scoreParts: ScorePart[] = [];
  const keywords: string[] = [];
  let sum = 0;
  for (const { rule, keyword, isNews, text, start, end } of ruleset.find(texts.map((each) => each.text))) {
    const points = rule.scoreWeight;
    const field = texts[text]?.field ?? "";
    scoreParts.push({ ruleId: rule.id, ruleName: rule.name, keyword, field, start, end, points });
    if (isNews) keywords.push(keyword);
    sum += points;
  }
  return { score: Math.min(LIMITS.score.max, sum), keywords, scoreParts };
}
