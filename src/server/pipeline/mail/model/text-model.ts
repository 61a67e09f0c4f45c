import { hashOf } from "./hash.ts";

/** The model's input for a message. */
export interface ModelInput {
  subject: string;
  /** The writer's own text, without quotes and signature. */
  text: string;
  /** Names of header evidence; `from:example.com` is the sender's domain. */
  evidence: readonly string[];
  /** Whether the writer's name or address is known, as in mail but rarely in a post. */
  hasSender: boolean;
}

/** A logistic regression: log-odds = bias + the sum of weight × value over the features of a message, then calibrated. */
export interface TextModel {
  bias: number;
  /** Platt scaling: the calibrated log-odds are slope × log-odds + offset, plus `sender` for a message with a sender. */
  calibration: { slope: number; offset: number; sender: number };
  /** Keyed by hashes of feature names, so that the file contains no words from messages. */
  weights: ReadonlyMap<number, number>;
  /** Shifts learned from corrections, by feature name. */
  shifts: ReadonlyMap<string, number>;
}

/** What one unit of a feature adds to the log-odds before calibration. */
export function weightOf({ weights, shifts }: TextModel, feature: string): number {
  return (weights.get(hashOf(feature)) ?? 0) + (shifts.get(feature) ?? 0);
}

/** What calibration adds to a message's scaled log-odds. */
export function offsetOf({ calibration: { offset, sender } }: TextModel, { hasSender }: ModelInput): number {
  return hasSender ? offset + sender : offset;
}
