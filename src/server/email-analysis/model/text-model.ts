/** What the model sees of a message. */
export interface ModelInput {
  subject: string;
  /** What the writer wrote, without quotes and signature. */
  text: string;
  /** Names of what the headers showed; `from:example.com` is the domain of the sender. */
  evidence: readonly string[];
}

export interface Contribution {
  /** In words for people. */
  text: string;
  /** Percentage points of confidence: positive speaks for a lead. */
  weight: number;
}

export interface Judged {
  /** How likely the message is a lead, 0 to 1: of a hundred messages judged 0.8, about eighty are. */
  probability: number;
  /** Those that can be told in words, strongest first. */
  contributions: Contribution[];
}

/** A logistic regression: log-odds = bias + the sum of weight × value over the features of a message, then calibrated. */
export interface TextModel {
  bias: number;
  /** Platt's: the calibrated log-odds are slope × log-odds + offset. */
  calibration: { slope: number; offset: number };
  weights: ReadonlyMap<string, number>;
}
