import type { LearnableLead } from "#server/learning/decision.ts";
import { fold } from "#server/learning/terms.ts";

/** What a trait is of; a kind is trusted as a whole, more or less. */
export type TraitKind = "points" | "rule" | "keyword" | "source" | "missing" | "age" | "length" | "address" | "term";

/** Something that is so of a lead, how much, and what it is called. */
export interface Trait {
  /** Unique: two leads share a trait when its key is the same. */
  key: string;
  kind: TraitKind;
  /** The rule's id, the keyword, the source and so on, for words. */
  of: string;
  value: number;
}

/** Points are counted in tens, the weight a rule has unless told otherwise. */
export const POINTS_UNIT = 10;
/** A rule that finds more of its keywords says little more. */
const MOST_OF_A_RULE = 4;

const AGES = [
  { below: 1, name: "under a day" },
  { below: 7, name: "1 to 6 days" },
  { below: 30, name: "7 to 29 days" },
  { below: Infinity, name: "30 days or more" },
] as const;

const LENGTHS = [
  { below: 1, name: "no text" },
  { below: 15, name: "under 15 words" },
  { below: 60, name: "15 to 59 words" },
  { below: Infinity, name: "60 words or more" },
] as const;

/** All that is learned from of a lead, `terms` being those of its texts. Weights are the rules' own, by id. */
export function traitsOf(lead: LearnableLead, weights: ReadonlyMap<string, number>, terms: Iterable<string>): Trait[] {
  const traits: Trait[] = [];
  const found = new Map<string, number>();
  const keywords = new Set<string>();
  let points = 0;
  for (const part of lead.parts) {
    points += part.points;
    const weight = weights.get(part.ruleId);
    if (weight !== undefined && weight !== 0) {
      found.set(part.ruleId, (found.get(part.ruleId) ?? 0) + part.points / weight);
    }
    keywords.add(fold(part.keyword));
  }
  if (points !== 0) traits.push({ key: "points", kind: "points", of: "", value: points / POINTS_UNIT });
  for (const [ruleId, count] of found) traits.push(trait("rule", ruleId, Math.min(MOST_OF_A_RULE, count)));
  for (const keyword of keywords) traits.push(trait("keyword", keyword));
  traits.push(trait("source", lead.source));
  for (const missing of lead.missing) traits.push(trait("missing", missing));
  if (lead.ageDays !== null) traits.push(trait("age", bandOf(AGES, lead.ageDays)));
  traits.push(trait("length", bandOf(LENGTHS, wordsIn(lead.texts))));
  if (lead.isFreeMail !== null) traits.push(trait("address", lead.isFreeMail ? "private" : "business"));
  for (const term of terms) traits.push(trait("term", term));
  return traits;
}

function trait(kind: TraitKind, of: string, value = 1): Trait {
  return { key: `${kind}:${of}`, kind, of, value };
}

function bandOf(bands: readonly { below: number; name: string }[], value: number): string {
  return bands.find(({ below }) => value < below)?.name ?? "";
}

function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);
}
