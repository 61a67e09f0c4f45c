import type { SampleSource } from "#server/demo/sample-leads.ts";
import { between, type Random } from "#server/demo/seeded-random.ts";
import { workingMoments } from "#server/demo/working-moments.ts";
import type { Span } from "#server/reports/dashboard-figures.ts";

/** Leads that one source tells of at once: `count` of them, from its lead number `first` on. */
export interface Arrival {
  source: SampleSource;
  at: string;
  first: number;
  count: number;
}

/** A stretch of the history and how much came in it; `qualified` where a trend depends on it. */
export interface Stretch {
  span: Span;
  leads: number;
  qualified: number | null;
  /** How much arrives at once, measured by `BATCHES`: what is long ago needs less detail. */
  coarseness: number;
}

const SHARES = { website: 0.22, form: 0.19, email: 0.18, manual: 0.05 } as const;
const BATCHES: Record<Exclude<SampleSource, "file">, number> = {
  google_sheets: 7,
  website: 5,
  email: 2,
  form: 1,
  manual: 1,
};

/** The arrivals of a stretch in order of time, not numbered yet. */
export function draftArrivals(random: Random, { span, leads, coarseness }: Stretch): Omit<Arrival, "first">[] {
  const counts = Object.entries(SHARES).map(([source, share]) => ({
    source: source as keyof typeof SHARES,
    count: Math.floor(leads * share),
  }));
  const fromSheet = leads - counts.reduce((sum, { count }) => sum + count, 0);
  return [...counts, { source: "google_sheets" as const, count: fromSheet }]
    .flatMap(({ source, count }) => {
      const sizes = partsOf(random, count, BATCHES[source] * coarseness);
      const moments = workingMoments(random, span, sizes.length);
      return sizes.map((size, index) => ({ source, at: moments[index] ?? span.from, count: size }));
    })
    .toSorted(byTime);
}

/** A number as a sum of smaller ones that are `typical` on average. */
function partsOf(random: Random, whole: number, typical: number): number[] {
  const parts: number[] = [];
  for (let left = whole; left > 0; left -= parts.at(-1) ?? left) {
    parts.push(Math.min(left, between(random, 1, 2 * typical - 1)));
  }
  return parts;
}

/** Numbers arrivals in the order they are given: each source goes on where it stopped. */
export function numberArrivals(): (arrival: Omit<Arrival, "first">) => Arrival {
  const next: Partial<Record<SampleSource, number>> = {};
  return (arrival) => {
    const first = next[arrival.source] ?? 0;
    next[arrival.source] = first + arrival.count;
    return { ...arrival, first };
  };
}

/** Orders by time, for sort. */
export function byTime(a: { at: string }, b: { at: string }): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : 0;
}
