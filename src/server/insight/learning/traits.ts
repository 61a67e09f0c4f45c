import type { LearnableLead } from "#server/insight/learning/decision.ts";
import { fold } from "#server/pipeline/text/fold.ts";

/** The kinds of trait; each has its own regularization. */
export type TraitKind = "points" | "rule" | "keyword" | "source" | "missing" | "age" | "length" | "address" | "term";

/** A feature of a lead with its value. */
export interface Trait {
  /** Unique: leads with the same key share the trait. */
  key: string;
  kind: TraitKind;
  /** The rule's id, keyword, source and so on, for display. */
  of: string;
  value: number;
}

/** Points are scaled by ten, the default weight of a rule. */
export const POINTS_UNIT = 10;
/** Caps a rule's keyword count; more of them add little. */
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

/** All traits of a lead, with `terms` from its texts. `weights` holds the rules' own weights by id. */
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
