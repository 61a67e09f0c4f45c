import { compileRuleset, type ScoringRule } from "#server/intake/ruleset.ts";
import { scoreLead, type Score } from "#server/intake/score-lead.ts";
import type { TextOfLead } from "#server/intake/lead-text.ts";
import { leadTexts } from "#server/intake/lead-text.ts";

/** A measured figure beside its limit, measured in the same run. `ratio` is figure to limit, `reach` what it must be. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  limit: number;
  ratio: number;
  reach: number;
}

const VOCABULARY = 6_000;
const LEADS = 20_000;
const RULES = 200;
const KEYWORDS_PER_RULE = 5;
const TEXT_LENGTH = 400;
const ROUNDS = 7;
const REACH = 0.2;

/**
 * Scores leads of 400 characters with 1,000 keywords on one core, beside the limit: reading each character of the same
 * texts once. Medians of alternating rounds, because other work on the machine disturbs both alike.
 */
export function scoringFigures(): Figure[] {
  const random = randomNumbers(20_261);
  const words = [...new Set(Array.from({ length: VOCABULARY }, () => wordOf(random)))];
  const ruleset = compileRuleset(rulesOf(words, random));
  const leads = Array.from({ length: LEADS }, () => leadOf(words, random));
  const texts = leads.flatMap((lead) => leadTexts(lead).map(({ text }) => text));
  const characters = texts.reduce((sum, { length }) => sum + length, 0);

  const score = (): number => leads.reduce((sum, lead) => sum + partsOf(scoreLead(lead, ruleset)), 0);
  const read = (): number => texts.reduce((sum, text) => sum + sumOfUnits(text), 0);
  const scoring: number[] = [];
  const reading: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    scoring.push(secondsOf(score));
    reading.push(secondsOf(read));
  }
  const [scored, limit] = [median(scoring), median(reading)];
  const ratio = limit / scored;
  const figure = (name: string, amount: number, unit: string): Figure => {
    return { name, value: amount / scored, unit, limit: amount / limit, ratio, reach: REACH };
  };
  return [
    figure("score leads of 400 characters, 1,000 keywords", LEADS, "leads/s"),
    figure("the same in text", characters / 1e6, "million characters/s"),
  ];
}

function partsOf({ scoreParts }: Score): number {
  return scoreParts.length;
}

function sumOfUnits(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum += text.charCodeAt(index);
  return sum;
}

/** Single words, and every fifth keyword a phrase of two: about ten are found in a lead. */
function rulesOf(words: readonly string[], random: () => number): ScoringRule[] {
  return Array.from({ length: RULES }, (_, rule) => ({
    id: String(rule),
    name: `Rule ${rule}`,
    keywords: Array.from({ length: KEYWORDS_PER_RULE }, (_each, at) =>
      at === 0 ? `${anyOf(words, random)} ${anyOf(words, random)}` : anyOf(words, random),
    ),
    scoreWeight: 1,
    isActive: true,
  }));
}

function leadOf(words: readonly string[], random: () => number): TextOfLead {
  const company = `${pick(words, random)} ${pick(words, random)} Ltd`;
  const industry = pick(words, random);
  const title = `Head of ${pick(words, random)}`;
  let notes = "";
  while (company.length + industry.length + title.length + notes.length < TEXT_LENGTH) {
    const word = pick(words, random);
    notes += random() < 0.1 ? `${word[0]?.toUpperCase()}${word.slice(1)}, ` : `${word} `;
  }
  return { company, industry, title, notes, facts: [], email: "ann@example.com" };
}

function anyOf(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() * words.length)] ?? "";
}

/** Common words come much more often than rare ones, as in any language. */
function pick(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() ** 2 * words.length)] ?? "";
}

function wordOf(random: () => number): string {
  const letter = (letters: string): string => letters[Math.floor(random() * letters.length)] ?? "";
  const syllables = 2 + Math.floor(random() * 2.5);
  return Array.from(
    { length: syllables },
    () => letter("bcdfglmnprstvw") + letter("aeiou") + letter("nrst  ").trim(),
  ).join("");
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let kept = 0;

/** How long the work takes; its result is kept so that the engine cannot leave the work out. */
function secondsOf(work: () => number): number {
  const start = performance.now();
  kept += work();
  return (performance.now() - start) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

if (import.meta.main) {
  for (const { name, value, unit, limit, ratio, reach } of scoringFigures()) {
    const shown = (number: number): string => number.toLocaleString("en", { maximumFractionDigits: 0 });
    console.log(`${name}: ${shown(value)} ${unit}, limit ${shown(limit)}, ratio ${ratio.toFixed(2)} (reach ${reach})`);
  }
  if (kept < 0) throw new Error("A sum of counts was negative.");
}
