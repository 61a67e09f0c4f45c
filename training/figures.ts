import { aucOf } from "#server/insight/learning/goodness.ts";

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

/** How often a lead has a higher probability than another message, ties counted half. */
export function aucOfLeads(scored: readonly Scored[]): number {
  return aucOf(scored.map(({ isLead, probability }) => ({ said: probability, isPositive: isLead })));
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
