import type { LeadExplanation } from "#shared/contract/leads/lead.ts";

type Part = LeadExplanation["parts"][number];

/** A match in an excerpt, in UTF-16 units; the main one is what the excerpt is about. */
export interface TextMatch {
  start: number;
  end: number;
  isMain: boolean;
}

/** All rule matches within an excerpt, in order and not overlapping; its own match has priority. */
export function matchesIn(part: Part, parts: readonly Part[]): TextMatch[] {
  const { excerpt, matchStart, matchEnd, start: at, field } = part;
  const offset = at - matchStart;
  const own: TextMatch = { start: matchStart, end: matchEnd, isMain: true };
  const others = parts
    .filter((other) => other !== part && other.field === field)
    .map(({ start, end }) => ({ start: start - offset, end: end - offset, isMain: false }))
    .filter(({ start, end }) => start >= 0 && end <= excerpt.length)
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const shown = [own];
  for (const match of others) {
    if (shown.every(({ start, end }) => match.end <= start || match.start >= end)) shown.push(match);
  }
  return shown.toSorted((a, b) => a.start - b.start);
}
