import { excerptAround } from "#server/pipeline/intake/excerpt.ts";
import { leadTexts, type TextOfLead } from "#server/pipeline/intake/lead-text.ts";
import { fieldOfPlace, resolveFields, type ScoredField } from "#server/pipeline/intake/resolve-fields.ts";
import { ageInDays, pointsAtAge } from "#server/pipeline/intake/rule-points.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { LeadExplanation } from "#shared/contract/leads/lead.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { conditionWords, keyOfRuleField, ruleFieldOf } from "#shared/contract/leads/rule-condition.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { LeadRecord, ScorePart } from "#shared/lead-record.ts";
import { numberConcepts } from "#server/pipeline/intake/keywords/keyword-concepts.ts";

const RULES_SHOWN = 5;
const KEYWORDS_SHOWN = 5;

type NamedField = ScoredField & Pick<CustomField, "name">;
type OpenRule = LeadExplanation["open"][number];

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

/**
 * The active rules that could still add points to a lead, most points first, with keywords the lead doesn't have yet. A
 * keyword is enough when the resulting score, after deductions by other rules, reaches the threshold.
 */
function openRules(
  parts: readonly ScorePart[],
  rules: readonly ScoringRule[],
  { ageDays, threshold, fields }: { ageDays: number; threshold: number; fields: readonly NamedField[] },
): OpenRule[] {
  const given = parts.reduce((sum, { points }) => sum + Math.max(0, points), 0);
  const takenOff = parts.reduce((sum, part) => sum + offOf(part, rules, ageDays), 0);
  return rules
    .filter(({ isActive }) => isActive)
    .map((rule): OpenRule => {
      const keywords = openKeywords(rule, parts);
      const points = pointsAtAge(rule, ageDays);
      return {
        ruleId: rule.id,
        ruleName: rule.name,
        points,
        keywords: keywords.slice(0, KEYWORDS_SHOWN).map((keyword) => shownKeyword(rule, keyword, fields)),
        more: Math.max(0, keywords.length - KEYWORDS_SHOWN),
        fields: [...rule.fields],
        fieldNames: rule.fields.map((place) => fieldOfPlace(place, fields)?.name ?? fieldWords(place)),
        isEnough: given + points + takenOff >= threshold,
      };
    })
    .filter(({ points, keywords }) => points > 0 && keywords.length > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, RULES_SHOWN);
}

function shownKeyword(
  { mode, fields: [place = ""] }: ScoringRule,
  keyword: string,
  fields: readonly NamedField[],
): string {
  return mode === "condition" ? conditionWords(fieldOfPlace(place, fields)?.name ?? "", keyword) : keyword;
}

/** What a part would subtract if the score were high enough. */
function offOf({ ruleId, points, full }: ScorePart, rules: readonly ScoringRule[], ageDays: number): number {
  if (points >= 0 && (full ?? 0) >= 0) return 0;
  const rule = rules.find(({ id }) => id === ruleId);
  return rule === undefined ? points : pointsAtAge(rule, ageDays);
}

/**
 * Keywords that would count in addition to those found: no other spelling of one, and none of a rule that already gave
 * its points.
 */
function openKeywords({ id, keywords, mode, counting }: ScoringRule, parts: readonly ScorePart[]): string[] {
  const found = new Set(parts.filter(({ ruleId }) => ruleId === id).map(({ keyword }) => keyword));
  if (found.size === 0) return [...keywords];
  if (counting === "once") return [];
  const concepts = numberConcepts(keywords.map((text) => ({ text, mode })));
  const had = new Set(concepts.filter((_, index) => found.has(keywords[index] ?? "")));
  return keywords.filter((_, index) => !had.has(concepts[index] ?? -1));
}
