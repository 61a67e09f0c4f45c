import { foldText } from "#server/intake/fold-text.ts";
import { numberConcepts } from "#server/intake/keyword-concepts.ts";
import { keyOfPiece, parseKeyword, type Piece } from "#server/intake/keyword-pattern.ts";
import { compileKeywordRegex } from "#server/intake/keyword-regex.ts";
import type { ScoringRule } from "#server/intake/ruleset.ts";
import type { RuleCheck } from "#shared/contract/rule.ts";

/** An active rule and what it looks at: folded names of fields, none for everywhere, in order. */
interface CheckedRule {
  rule: ScoringRule;
  fields: readonly string[];
  fieldsKey: string;
}

interface CheckedKeyword {
  of: CheckedRule;
  text: string;
  concept: number;
  /** What it is written of; none for a regular expression. */
  pieces: readonly Piece[];
}

/**
 * What is wrong with keywords as they are written, and which of them active rules count twice: in two rules, or twice in
 * one. Of each keyword the nearest other is named. Grows with the number of keywords times their length.
 */
export function checkKeywords(rules: readonly ScoringRule[]): RuleCheck[] {
  const active = rules.filter(({ isActive }) => isActive);
  return [...rules.flatMap(invalidKeywords), ...twiceCounted(keywordsOf(active))];
}

function invalidKeywords(rule: ScoringRule): RuleCheck[] {
  return rule.keywords.flatMap((keyword) => {
    const message = faultOf(rule, keyword);
    return message === null ? [] : [{ kind: "invalid", ruleId: rule.id, otherRuleId: null, keyword, message }];
  });
}

function faultOf({ name, mode }: ScoringRule, keyword: string): string | null {
  const where = `“${keyword}” in “${name}”`;
  if (mode === "regex") {
    const compiled = compileKeywordRegex(keyword);
    if ("refused" in compiled) return `${where} finds nothing. ${compiled.refused}`;
    if (!compiled.matchesNothing) return null;
    return `${where} fits even an empty text, and so finds nothing in most. Write what has to stand there.`;
  }
  if (mode === "exact" ? foldText(keyword) === "" : parseKeyword(keyword).length === 0) {
    return `${where} holds nothing that could be found.`;
  }
  if (/[\p{L}\p{N}]/u.test(keyword)) return null;
  return `${where} has no letters or digits: it counts wherever these signs stand.`;
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
    pieces: mode === "regex" ? [] : parseKeyword(mode === "prefix" ? `${text}*` : text),
  }));
}

/** Each keyword that an earlier one counts too, or one that is the beginning of its words. */
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

/** Keywords under keys, of each key one for every set of fields: enough to find one that shares texts with another. */
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
  const message = `“${before.name}” and “${rule.name}” ${both}: a lead that says so gets the points of both.`;
  return { kind: "overlap", ruleId: rule.id, otherRuleId: before.id, keyword: text, message };
}

function shadowedBy(other: CheckedKeyword, { of: { rule }, text }: CheckedKeyword, isNothing: boolean): RuleCheck {
  const what = isNothing ? "adds nothing" : "gives its points on top";
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

/** Whether there can be a text that both rules look at. */
function sharesTexts({ fields: mine }: CheckedRule, { fields: theirs }: CheckedRule): boolean {
  if (mine.length === 0 || theirs.length === 0) return true;
  const isFact = (field: string): boolean => field === "facts" || field.startsWith("fact:");
  if (mine.includes("facts") && theirs.some(isFact)) return true;
  if (theirs.includes("facts") && mine.some(isFact)) return true;
  return mine.some((field) => theirs.includes(field));
}
