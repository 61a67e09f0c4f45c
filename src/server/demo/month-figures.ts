/** How many leads come in a span, and how many of them are qualified or approved now. */
export interface SpanFigures {
  leads: number;
  qualified: number;
}

/**
 * Pairs of spans whose comparison reads +12.5 % leads, +8.2 % qualified and -2.1 points of conversion. Few whole numbers
 * do that: leads come in eighths, and the qualified ones must hit both tenths. A young month gets a small pair.
 */
const PAIRS: readonly { untilDay: number; previous: SpanFigures; current: SpanFigures }[] = [
  { untilDay: 9, previous: { leads: 88, qualified: 49 }, current: { leads: 99, qualified: 53 } },
  { untilDay: 14, previous: { leads: 152, qualified: 85 }, current: { leads: 171, qualified: 92 } },
  { untilDay: 24, previous: { leads: 200, qualified: 110 }, current: { leads: 225, qualified: 119 } },
  { untilDay: 31, previous: { leads: 248, qualified: 134 }, current: { leads: 279, qualified: 145 } },
];

/** The figures of this month to date and of the same span of last month, fit for this day of the month in UTC. */
export function monthFigures(now: Date): { previous: SpanFigures; current: SpanFigures } {
  const pair = PAIRS.find(({ untilDay }) => now.getUTCDate() <= untilDay);
  if (pair === undefined) throw new Error("A month has at most 31 days.");
  return pair;
}
