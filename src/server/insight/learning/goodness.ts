/** A prediction (higher means likelier) and the actual outcome. */
export interface Said {
  said: number;
  isPositive: boolean;
}

/**
 * The area under the ROC curve: how often a positive case ranks above a negative one, with ties counting half (the
 * Mann-Whitney statistic). 0.5 when either kind is missing.
 */
export function aucOf(cases: readonly Said[]): number {
  const sorted = cases.toSorted((a, b) => a.said - b.said);
  let below = 0;
  let won = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    let positives = 0;
    while (to < sorted.length && sorted[to]?.said === sorted[from]?.said) {
      if (sorted[to]?.isPositive === true) positives += 1;
      to += 1;
    }
    const negatives = to - from - positives;
    won += positives * (below + negatives / 2);
    below += negatives;
    from = to;
  }
  const pairs = below * (cases.length - below);
  return pairs === 0 ? 0.5 : won / pairs;
}
