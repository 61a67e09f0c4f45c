import { featuresOf } from "./features.ts";
import { sigmoid } from "#server/insight/learning/logistic.ts";
import { offsetOf, sharesOf } from "./text-model.ts";
import type { ModelInput, TextModel } from "./text-model.ts";

export interface TextClassification {
  /** Probability from 0 to 1 that the message is a lead, calibrated: of 100 messages rated 0.8, about 80 are leads. */
  probability: number;
  /** What each concept in the message adds to the calibrated log-odds, by concept name. */
  concepts: Map<string, number>;
}

/**
 * Estimates how likely the writer wants something from the reader's business, and which concepts speak for or against
 * it.
 */
export function classifyText(input: ModelInput, model: TextModel): TextClassification {
  const { slope } = model.calibration;
  const concepts = new Map<string, number>();
  let logOdds = model.bias;
  for (const [feature, share] of sharesOf(model, featuresOf(input))) {
    logOdds += share;
    const named = conceptsOf(feature);
    for (const name of named) concepts.set(name, (concepts.get(name) ?? 0) + (slope * share) / named.length);
  }
  return { probability: sigmoid(slope * logOdds + offsetOf(model, input)), concepts };
}

/** The concepts in a feature: one, two for a frame, none for words and shapes. */
function conceptsOf(feature: string): string[] {
  const blank = feature.indexOf(" ");
  const what = feature.slice(blank + 1);
  switch (feature.slice(0, blank)) {
    case "says":
    case "asks":
    case "subject":
    case "opens":
      return [what];
    case "frame":
      return what.split(" → ");
    default:
      return [];
  }
}
