/** A message's label and predicted probability. */
export interface Scored {
  isLead: boolean;
  probability: number;
}

const BINS = 10;

/** F1 with this minimum probability: the harmonic mean of precision and recall. */
export function f1At(scored: readonly Scored[], line: number): number {
  const called = scored.filter(({ probability }) => probability >= line);
  const found = called.filter(({ isLead }) => isLead).length;
  const leads = scored.filter(({ isLead }) => isLead).length;
  return called.length + leads === 0 ? 0 : (2 * found) / (called.length + leads);
}

/** How likely a lead has a higher probability than another message, ties counted half; NaN without both kinds. */
export function aucOf(scored: readonly Scored[]): number {
  const ordered = scored.toSorted((one, other) => one.probability - other.probability);
  let ranks = 0;
  for (let start = 0; start < ordered.length;) {
    let end = start;
    while (ordered[end]?.probability === ordered[start]?.probability && end < ordered.length) end += 1;
    const rank = (start + 1 + end) / 2;
    for (const { isLead } of ordered.slice(start, end)) if (isLead) ranks += rank;
    start = end;
  }
  const leads = scored.filter(({ isLead }) => isLead).length;
  return (ranks - (leads * (leads + 1)) / 2) / (leads * (scored.length - leads));
}

/** Expected calibration error in ten bins of equal width (Naeini et al. 2015). */
export function calibrationErrorOf(scored: readonly Scored[]): number {
  const bins = Map.groupBy(scored, ({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)));
  let error = 0;
  for (const inside of bins.values()) {
    error += Math.abs(inside.reduce((sum, { probability, isLead }) => sum + probability - (isLead ? 1 : 0), 0));
  }
  return scored.length === 0 ? 0 : error / scored.length;
}
