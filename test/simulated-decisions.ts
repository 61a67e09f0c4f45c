import type { Decision, TaughtRule } from "#server/insight/learning/decision.ts";

/** A keyword of the simulated leads: its rule's weight, and its true worth in log-odds. */
export interface TrueKeyword {
  word: string;
  /** Null when no rule has it. */
  weight: number | null;
  worth: number;
  /** How often a lead has it; 0.25 by default. */
  share?: number;
  /** Occurs exactly where this other keyword occurs. */
  twinOf?: string;
}

export interface Simulation {
  keywords: readonly TrueKeyword[];
  /** The log-odds of a lead without keywords. */
  base: number;
  decisions: number;
  seed: number;
  /** Other true influences, in log-odds. */
  worthOfSource?: Readonly<Record<string, number>>;
  worthOfMissingPhone?: number;
  worthOfFreeMail?: number;
}

const SOURCES = ["google_sheets", "website", "email", "typeform"] as const;
const FILLER =
  "plant office warehouse region annual season printed catalogue machine pallet summer branch customer supplier harbour delivery department bakery garden paper tender building corner street hall workshop engine tool".split(
    " ",
  );

/** Leads with known reasons for approval, and a reviewer who decides on each by these and by chance. */
export function simulateDecisions(simulation: Simulation): { decisions: Decision[]; rules: TaughtRule[] } {
  const random = randomFrom(simulation.seed);
  const rules = simulation.keywords.flatMap(({ word, weight }): TaughtRule[] =>
    weight === null
      ? []
      : [{ id: `rule-${word}`, name: `About ${word}`, keywords: [word], scoreWeight: weight, isActive: true }],
  );
  const decisions = Array.from({ length: simulation.decisions }, (_, index): Decision => {
    const present = new Set<string>();
    for (const { word, share = 0.25, twinOf } of simulation.keywords) {
      if (twinOf === undefined ? random() < share : present.has(twinOf)) present.add(word);
    }
    const keywords = simulation.keywords.filter(({ word }) => present.has(word));
    const source = SOURCES[Math.floor(random() * SOURCES.length)] ?? "website";
    const isFreeMail = random() < 0.3;
    const isPhoneMissing = random() < 0.4;
    const logOdds =
      simulation.base +
      keywords.reduce((sum, { worth }) => sum + worth, 0) +
      (simulation.worthOfSource?.[source] ?? 0) +
      (isPhoneMissing ? (simulation.worthOfMissingPhone ?? 0) : 0) +
      (isFreeMail ? (simulation.worthOfFreeMail ?? 0) : 0);
    const filler = Array.from({ length: 6 }, () => FILLER[Math.floor(random() * FILLER.length)] ?? "");
    const parts = keywords.flatMap(({ word, weight }) =>
      weight === null ? [] : [{ ruleId: `rule-${word}`, keyword: word, points: weight }],
    );
    const name = `Person${index} Family${index}`;
    return {
      id: String(index + 1),
      name,
      isPositive: random() < 1 / (1 + Math.exp(-logOdds)),
      parts,
      source,
      missing: isPhoneMissing ? ["phone"] : [],
      ageDays: Math.floor(random() * 40),
      isFreeMail,
      texts: [[...filler, ...keywords.map(({ word }) => word)].join(". ")],
      ownNames: [name, `company${index}`],
    };
  });
  return { decisions, rules };
}

/** Seeded numbers from 0 up to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
