import type { Observation } from "#server/insight/learning/logistic.ts";
import type { Trait, TraitKind } from "#server/insight/learning/traits.ts";

/** The traits used by a fit with their columns; column 0 is the constant. */
export interface Vocabulary {
  columns: ReadonlyMap<string, number>;
  traits: readonly Pick<Trait, "key" | "kind" | "of">[];
}

/** An observation whose column 0 is the constant. */
export interface Case extends Observation {
  indices: readonly number[];
  values: readonly number[];
}

/** A decision as a training example. */
export interface Example {
  id: string;
  traits: readonly Trait[];
  isPositive: boolean;
}

/** Relative regularization per kind of trait: numerous or weak kinds need more evidence. */
const PENALTIES: Readonly<Record<TraitKind, number>> = {
  points: 0.1,
  rule: 1,
  keyword: 2,
  source: 1,
  missing: 1,
  age: 2,
  length: 2,
  address: 1,
  term: 3,
};
const CONSTANT_PENALTY = 1e-4;
/** Minimum number of leads with a trait. */
const LEAST_LEADS = 3;
const LEAST_LEADS_OF_TERM = 4;
/** Only the most common traits are used: more would slow the fit, and rare ones add little. */
const MOST_TERMS = 120;
const MOST_TRAITS = 240;

/** Traits of these kinds that enough examples have but not all of them. */
export function vocabularyOf(examples: readonly Example[], kinds: ReadonlySet<TraitKind>): Vocabulary {
  const counts = new Map<string, { trait: Trait; count: number }>();
  for (const { traits } of examples) {
    for (const trait of traits) {
      if (!kinds.has(trait.kind)) continue;
      const known = counts.get(trait.key);
      if (known === undefined) counts.set(trait.key, { trait, count: 1 });
      else known.count += 1;
    }
  }
  const common = [...counts.values()]
    .filter(({ trait, count }) => count >= (trait.kind === "term" ? LEAST_LEADS_OF_TERM : LEAST_LEADS))
    .filter(({ trait, count }) => count < examples.length || trait.kind === "points" || trait.kind === "rule")
    .toSorted((a, b) => b.count - a.count || (a.trait.key < b.trait.key ? -1 : 1));
  const terms = common.filter(({ trait }) => trait.kind === "term").slice(0, MOST_TERMS);
  const others = common.filter(({ trait }) => trait.kind !== "term").slice(0, MOST_TRAITS - terms.length);
  const traits = [...others, ...terms].map(({ trait: { key, kind, of } }) => ({ key, kind, of }));
  return { traits, columns: new Map(traits.map(({ key }, index) => [key, index + 1])) };
}

/** The regularization of each column; `strength` is that of a rule. */
export function penaltiesOf({ traits }: Vocabulary, strength: number): Float64Array {
  return Float64Array.from([CONSTANT_PENALTY, ...traits.map(({ kind }) => PENALTIES[kind] * strength)]);
}

/** A lead's traits as columns, after the constant. */
export function rowOf(traits: readonly Trait[], { columns }: Vocabulary): Pick<Case, "indices" | "values"> {
  const indices = [0];
  const values = [1];
  for (const { key, value } of traits) {
    const column = columns.get(key);
    if (column === undefined) continue;
    indices.push(column);
    values.push(value);
  }
  return { indices, values };
}

/**
 * Converts examples to cases. Approvals and rejections get equal total weight, so that the rarer kind still counts;
 * calibration later restores the true proportions.
 */
export function casesOf(examples: readonly Example[], vocabulary: Vocabulary): Case[] {
  const positives = examples.filter(({ isPositive }) => isPositive).length;
  const of = {
    yes: examples.length / 2 / Math.max(1, positives),
    no: examples.length / 2 / Math.max(1, examples.length - positives),
  };
  return examples.map(({ traits, isPositive }) => ({
    ...rowOf(traits, vocabulary),
    label: isPositive ? 1 : 0,
    weight: isPositive ? of.yes : of.no,
  }));
}
