import { leadTexts } from "#server/pipeline/intake/lead-text.ts";
import { compileRuleset, type ScoringRule } from "#server/pipeline/intake/ruleset.ts";
import { scoreLead, type LeadToScore } from "#server/pipeline/intake/score-lead.ts";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import { atLeast, median, type Figure } from "./figure.ts";
import { anyOf, pick, randomNumbers, randomWords } from "./random.ts";

const VOCABULARY = 6_000;
const LEADS = 20_000;
const RULES = 200;
const KEYWORDS_PER_RULE = 5;
const TEXT_LENGTH = 400;
const ROUNDS = 7;
const GOAL = 0.2;

/**
 * Scores 400-character leads with 1,000 keywords on one core; the limit is reading each character once. Medians of
 * alternating rounds, so other work on the machine affects both.
 */
export function scoring(): Figure[] {
  const random = randomNumbers(20_261);
  const words = randomWords(VOCABULARY, random);
  const ruleset = compileRuleset(rulesOf(words, random));
  const leads = Array.from({ length: LEADS }, () => leadOf(words, random));
  const texts = leads.flatMap((lead) => leadTexts(lead).map(({ text }) => text));

  const score = (): number =>
    leads.reduce((sum, lead) => sum + scoreLead(lead, ruleset, lead.createdAt).scoreParts.length, 0);
  const read = (): number => texts.reduce((sum, text) => sum + sumOfUnits(text), 0);
  const scored: number[] = [];
  const limit: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    scored.push(perSecond(score));
    limit.push(perSecond(read));
  }
  const name = "score 400-character leads, 1,000 keywords";
  return [atLeast(GOAL, median(limit), { name, engine: "", value: median(scored), unit: "leads/s" })];
}

function sumOfUnits(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum += text.charCodeAt(index);
  return sum;
}

/** Words and some two-word phrases; about ten match a lead. */
function rulesOf(words: readonly string[], random: () => number): ScoringRule[] {
  return Array.from({ length: RULES }, (_, rule) => ({
    id: String(rule),
    name: `Rule ${rule}`,
    keywords: Array.from({ length: KEYWORDS_PER_RULE }, (_each, at) =>
      at === 0 ? `${anyOf(words, random)} ${anyOf(words, random)}` : anyOf(words, random),
    ),
    ...DEFAULT_RULE,
    scoreWeight: 1,
  }));
}

function leadOf(words: readonly string[], random: () => number): LeadToScore {
  const company = `${pick(words, random)} ${pick(words, random)} Ltd`;
  const industry = pick(words, random);
  const title = `Head of ${pick(words, random)}`;
  let notes = "";
  while (company.length + industry.length + title.length + notes.length < TEXT_LENGTH) {
    const word = pick(words, random);
    notes += random() < 0.1 ? `${word[0]?.toUpperCase()}${word.slice(1)}, ` : `${word} `;
  }
  return {
    company,
    industry,
    title,
    notes,
    facts: [],
    customFields: [],
    addressQuality: "good",
    email: "ann@example.com",
    createdAt: "2026-06-01T00:00:00.000Z",
  };
}

/** Leads per second. The result is used so the engine can't optimize the work away. */
function perSecond(work: () => number): number {
  const start = performance.now();
  if (work() <= 0) throw new Error("Nothing was found or read.");
  return (LEADS * 1000) / (performance.now() - start);
}
