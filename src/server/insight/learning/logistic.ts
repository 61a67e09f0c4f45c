/** One case of a logistic regression: its nonzero columns and their values. */
export interface Row {
  readonly indices: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface Observation extends Row {
  /** 1 for yes, 0 for no, in between for a softened label. */
  readonly label: number;
  /** Its weight in the loss. */
  readonly weight: number;
  /** Fixed log-odds added before any coefficient. */
  readonly offset?: number;
}

export function sigmoid(logOdds: number): number {
  return logOdds >= 0 ? 1 / (1 + Math.exp(-logOdds)) : Math.exp(logOdds) / (1 + Math.exp(logOdds));
}

/** The log-odds of a row under these coefficients. */
export function logOddsOf({ indices, values }: Row, coefficients: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < indices.length; at += 1) sum += (values[at] ?? 0) * (coefficients[indices[at] ?? 0] ?? 0);
  return sum;
}

/** ln(1 + e^x) − label·x, without overflow. */
export function logLoss(logOdds: number, label: number): number {
  return Math.max(logOdds, 0) + Math.log1p(Math.exp(-Math.abs(logOdds))) - label * logOdds;
}
