import { hashOf } from "./hash.ts";

/** The model's input for a message. */
export interface ModelInput {
  subject: string;
  /** The writer's own text, without quotes and signature. */
  text: string;
  /** Names of header evidence; `from:example.com` is the sender's domain. */
  evidence: readonly string[];
}

/** A logistic regression: log-odds = bias + the sum of weight × value over the features of a message, then calibrated. */
export interface TextModel {
  bias: number;
  /** Platt scaling: the calibrated log-odds are slope × log-odds + offset. */
  calibration: { slope: number; offset: number };
  /** Keyed by hashes of feature names, so that the file contains no words from messages. */
  weights: ReadonlyMap<number, number>;
  /** Shifts learned from corrections, by feature name. */
  shifts: ReadonlyMap<string, number>;
}

/** What one unit of a feature adds to the log-odds before calibration. */
export function weightOf({ weights, shifts }: TextModel, feature: string): number {
  return (weights.get(hashOf(feature)) ?? 0) + (shifts.get(feature) ?? 0);
}
