import { featuresOf } from "./features.ts";
import { respelled, wordsOf } from "./feature-words.ts";
import { sigmoid } from "./logistic.ts";
import { spellingOf } from "./spelling.ts";
import type { Contribution, Judged, ModelInput, TextModel } from "./text-model.ts";

/** Below this many percentage points nobody would miss a reason. */
const SMALLEST_CONTRIBUTION = 0.5;
/** Not even many of these would make one that counts. */
const UNFELT = 0.05;
/** Log-odds so close to those of an empty message that the curve between is a straight line. */
const NEAR = 1e-9;

interface Share {
  feature: string;
  /** What it adds to the log-odds. */
  share: number;
}

/**
 * How likely the writer wants something from the reader's business, and why. The contributions share out the difference
 * between this message's probability and that of an empty one, in proportion to what each feature adds to the log-odds
 * (integrated gradients along a straight path, Sundararajan et al. 2017). Left out are the small ones and what explains nothing
 * to people, so those shown need not add up to all of it.
 */
export function judgeText(input: ModelInput, model: TextModel): Judged {
  const shares: Share[] = [];
  let logOdds = model.bias;
  for (const [feature, value] of featuresOf(input)) {
    const weight = model.weights.get(feature);
    if (weight === undefined) continue;
    const share = weight * value;
    shares.push({ feature, share });
    logOdds += share;
  }
  const empty = calibrated(model.bias, model);
  const probability = calibrated(logOdds, model);
  const distance = logOdds - model.bias;
  const slope =
    Math.abs(distance) < NEAR ? empty * (1 - empty) * model.calibration.slope : (probability - empty) / distance;
  return {
    probability,
    contributions: contributionsOf(shares, 100 * slope, spellingOf(`${input.subject}\n${input.text}`)),
  };
}

function calibrated(logOdds: number, { calibration }: TextModel): number {
  return sigmoid(calibration.slope * logOdds + calibration.offset);
}

/** Features that say the same to people are one reason. */
function contributionsOf(shares: readonly Share[], scale: number, spell: (word: string) => string): Contribution[] {
  const byText = new Map<string, number>();
  for (const { feature, share } of shares) {
    if (Math.abs(share * scale) < UNFELT) continue;
    const text = wordsOf(feature);
    if (text !== undefined) byText.set(text, (byText.get(text) ?? 0) + share * scale);
  }
  return [...byText]
    .filter(([, weight]) => Math.abs(weight) >= SMALLEST_CONTRIBUTION)
    .map(([text, weight]) => ({ text: respelled(text, spell), weight }))
    .toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight));
}
