import { excerptAround } from "#server/pipeline/intake/excerpt.ts";
import { leadTexts, type TextOfLead } from "#server/pipeline/intake/lead-text.ts";
import { resolveFields } from "#server/pipeline/intake/resolve-fields.ts";
import { openRules } from "#server/pipeline/intake/open-rules.ts";
import { ageInDays } from "#server/pipeline/intake/rule-points.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { conditionWords, keyOfRuleField, ruleFieldOf } from "#shared/contract/leads/rule-condition.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { LeadRecord, ScorePart } from "#shared/lead-record.ts";

type NamedField = Pick<CustomField, "id" | "key" | "name" | "kind">;

/**
 * Input for an explanation: the day that ages are counted to (ISO 8601 UTC), the rules that could add points, and the
 * custom fields.
 */
export interface ExplainedBy {
  threshold: number;
  today: string;
  rules: readonly ScoringRule[];
  fields: readonly NamedField[];
}

/**
 * Explains a lead's score: each stored part with the text around its match, the cap as a number ≤ 0 so that parts and
 * cap add up to the score, the points missing to the threshold (0 when reached), and the rules that could add them.
 */
export function explainLead(
  lead: TextOfLead & Pick<LeadRecord, "score" | "scoreParts" | "createdAt" | "processedAt">,
  { threshold, today, rules, fields }: ExplainedBy,
): LeadExplanation {
  const { score, scoreParts } = lead;
  // When a lead is waiting to be rescored, its stored parts refer to its previous text.
  const current = lead.processedAt === null ? [] : leadTexts(lead);
  const texts = new Map(current.map(({ field, text }) => [field, text]));
  const sum = scoreParts.reduce((total, { points }) => total + points, 0);
  const ageDays = ageInDays(lead.createdAt, today);
  return {
    score,
    threshold,
    parts: scoreParts.map((part) => ({
      ...part,
      ...shownPart(part, fields),
      ...excerptAround(texts.get(part.field) ?? "", part.start, part.end),
    })),
    cap: score - sum,
    missing: Math.max(0, threshold - score),
    ageDays,
    open: score < threshold ? openRules(scoreParts, matchable(rules, fields), { ageDays, threshold, fields }) : [],
  };
}

/** A custom field is shown by its key and name, and a condition as a sentence. */
function shownPart(
  { keyword, field: place, isCondition }: ScorePart,
  fields: readonly NamedField[],
): Pick<LeadExplanation["parts"][number], "keyword" | "field" | "fieldName"> {
  const id = keyOfRuleField(place);
  if (id === null) return { keyword, field: place, fieldName: fieldWords(place) };
  const field = fields.find((one) => one.id === id);
  if (field === undefined) return { keyword, field: place, fieldName: "Deleted field" };
  const shown = isCondition === true ? conditionWords(field.name, keyword) : keyword;
  return { keyword: shown, field: ruleFieldOf(field.key), fieldName: field.name };
}

/** The rules with only the keywords that their fields can match. */
function matchable(rules: readonly ScoringRule[], fields: readonly NamedField[]): ScoringRule[] {
  const resolved = resolveFields(rules, fields);
  return rules.map((rule, at) => ({ ...rule, keywords: resolved[at]?.keywords ?? [] }));
}
