import { foldText } from "#server/pipeline/intake/keywords/fold-text.ts";
import { numberConcepts } from "#server/pipeline/intake/keywords/keyword-concepts.ts";
import { keyOfPiece, parseKeyword, type Piece } from "#server/pipeline/intake/keywords/keyword-pattern.ts";
import { compileKeywordRegex } from "#server/pipeline/intake/keywords/keyword-regex.ts";
import { ruleCosts } from "#server/pipeline/intake/rule-cost.ts";
import type { ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import type { RuleCheck } from "#shared/contract/rule.ts";

/** An active rule and the fields it searches: folded names in order, empty for everywhere. */
interface CheckedRule {
  rule: ScoringRule;
  fields: readonly string[];
  fieldsKey: string;
}

interface CheckedKeyword {
  of: CheckedRule;
  text: string;
  concept: number;
  /** The keyword's pieces; empty for a regular expression or condition. */
  pieces: readonly Piece[];
}

/**
 * Reports invalid keywords, expensive rules, and keywords that active rules count twice, in two rules or within one. A
 * keyword counted twice is reported with the closest other keyword. Time grows with the number of keywords times their
 * length.
 */
export function checkKeywords(rules: readonly ScoringRule[]): RuleCheck[] {
  const active = rules.filter(({ isActive }) => isActive);
  return [...rules.flatMap(invalidKeywords), ...expensiveRules(rules), ...twiceCounted(keywordsOf(active))];
}

function invalidKeywords(rule: ScoringRule): RuleCheck[] {
  return rule.keywords.flatMap((keyword) => {
    const message = faultOf(rule, keyword);
    return message === null ? [] : [{ kind: "invalid", ruleId: rule.id, otherRuleId: null, keyword, message }];
  });
}

function expensiveRules(rules: readonly ScoringRule[]): RuleCheck[] {
  const costs = ruleCosts(rules);
  return rules.flatMap((rule, at): RuleCheck[] => {
    const common = { ruleId: rule.id, otherRuleId: null, keyword: null };
    if (costs[at] === "high" && rule.isActive) {
      const message = `“${rule.name}” is slow. Scoring leads with long texts takes a little longer.`;
      return [{ ...common, kind: "expensive", message }];
    }
    if (costs[at] === "too_high" && invalidKeywords(rule).length === 0) {
      const message = `“${rule.name}” is too slow together with the rules before it, so only part of it runs.`;
      return [{ ...common, kind: "invalid", message }];
    }
    return [];
  });
}

function faultOf({ name, mode }: ScoringRule, keyword: string): string | null {
  if (mode === "condition") return null;
  const where = `“${keyword}” in “${name}”`;
  if (mode === "regex") {
    const compiled = compileKeywordRegex(keyword);
    if ("refused" in compiled) return `${where} matches nothing. ${compiled.refused}`;
    if (!compiled.matchesNothing) return null;
    return `${where} also matches empty text, so it's ignored. Require at least one character.`;
  }
  if (mode === "exact" ? foldText(keyword) === "" : parseKeyword(keyword).length === 0) {
    return `${where} can't match anything.`;
  }
  if (/[\p{L}\p{N}]/u.test(keyword)) return null;
  return `${where} has no letters or digits, so it matches these characters everywhere.`;
}

function keywordsOf(rules: readonly ScoringRule[]): CheckedKeyword[] {
  const given = rules.flatMap((rule) => {
    const fields = rule.fields.map(foldText).toSorted();
    const of: CheckedRule = { rule, fields, fieldsKey: fields.join("\n") };
    return rule.keywords.map((text) => ({ of, text, mode: rule.mode }));
  });
  const concepts = numberConcepts(given);
  return given.map(({ of, text, mode }, index) => ({
    of,
    text,
    concept: concepts[index] ?? 0,
    pieces: mode === "regex" || mode === "condition" ? [] : parseKeyword(mode === "prefix" ? `${text}*` : text),
  }));
}

/** Finds keywords that an earlier keyword already counts, or that begin with a prefix keyword. */
function twiceCounted(keywords: readonly CheckedKeyword[]): RuleCheck[] {
  const inRule = new Map<string, CheckedKeyword>();
  const everywhere = new Candidates();
  const beginnings = new Candidates();
  for (const keyword of keywords) if (isBeginning(keyword)) beginnings.add(keyOf(keyword.pieces), keyword);
  return keywords.flatMap((keyword) => {
    const { rule } = keyword.of;
    const own = inRule.get(`${rule.id} ${keyword.concept}`);
    if (own !== undefined) return [shadowedBy(own, keyword, true)];
    inRule.set(`${rule.id} ${keyword.concept}`, keyword);
    const same = everywhere.find(String(keyword.concept), keyword);
    everywhere.add(String(keyword.concept), keyword);
    const other = same ?? beginningOf(keyword, beginnings);
    if (other === undefined) return [];
    return [other.of.rule === rule ? shadowedBy(other, keyword, rule.counting === "once") : overlapOf(other, keyword)];
  });
}

/** Keywords by key, one per distinct set of fields, which is enough to find one that shares texts with another. */
class Candidates {
  readonly #byKey = new Map<string, CheckedKeyword[]>();

  add(key: string, keyword: CheckedKeyword): void {
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, [keyword]);
    else if (!known.some(({ of }) => of.fieldsKey === keyword.of.fieldsKey)) known.push(keyword);
  }

  find(key: string, { of }: CheckedKeyword): CheckedKeyword | undefined {
    return this.#byKey.get(key)?.find((candidate) => sharesTexts(candidate.of, of));
  }
}

function beginningOf(keyword: CheckedKeyword, beginnings: Candidates): CheckedKeyword | undefined {
  const last = keyword.pieces.at(-1);
  if (last === undefined) return undefined;
  const lead = keyword.pieces.slice(0, -1);
  for (let length = last.codePoints.length - (last.isPrefix ? 1 : 0); length > 0; length -= 1) {
    const begun: Piece = { ...last, codePoints: last.codePoints.slice(0, length), isPrefix: true };
    const found = beginnings.find(keyOf([...lead, begun]), keyword);
    if (found !== undefined) return found;
  }
  return undefined;
}

function overlapOf(other: CheckedKeyword, { of: { rule }, text }: CheckedKeyword): RuleCheck {
  const before = other.of.rule;
  const both = text === other.text ? `both count “${text}”` : `count “${other.text}” and “${text}”`;
  const message = `“${before.name}” and “${rule.name}” ${both}, so matching leads get points from both.`;
  return { kind: "overlap", ruleId: rule.id, otherRuleId: before.id, keyword: text, message };
}

function shadowedBy(other: CheckedKeyword, { of: { rule }, text }: CheckedKeyword, isNothing: boolean): RuleCheck {
  const what = isNothing ? "adds nothing" : "adds points on top";
  const why = isNothing ? "already counts there" : "counts there too";
  const message = `In “${rule.name}”, “${text}” ${what}: “${other.text}” ${why}.`;
  return { kind: "shadowed", ruleId: rule.id, otherRuleId: null, keyword: text, message };
}

function isBeginning({ pieces }: CheckedKeyword): boolean {
  return pieces.at(-1)?.isPrefix === true;
}

function keyOf(pieces: readonly Piece[]): string {
  return pieces.map(keyOfPiece).join(",");
}

/** Whether any text could be searched by both rules. */
function sharesTexts({ fields: mine }: CheckedRule, { fields: theirs }: CheckedRule): boolean {
  if (mine.length === 0 || theirs.length === 0) return true;
  const isFact = (field: string): boolean => field === "facts" || field.startsWith("fact:");
  if (mine.includes("facts") && theirs.some(isFact)) return true;
  if (theirs.includes("facts") && mine.some(isFact)) return true;
  return mine.some((field) => theirs.includes(field));
}
