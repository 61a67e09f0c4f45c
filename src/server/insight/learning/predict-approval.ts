import type { IsOrdinaryWord, LearnableLead, TaughtRule } from "#server/insight/learning/decision.ts";
import { rowOf } from "#server/insight/learning/design.ts";
import { calibrated, type LearnedFit } from "#server/insight/learning/learned-fit.ts";
import { logOddsOf } from "#server/insight/learning/logistic.ts";
import { termsOf } from "#server/insight/learning/terms.ts";
import { fold } from "#server/pipeline/text/fold.ts";
import { POINTS_UNIT, traitsOf, type TraitKind } from "#server/insight/learning/traits.ts";
import { sourceLabel } from "#shared/source-kinds.ts";

/** A lead's approval probability in percent, with the reasons for and against it. */
export interface ApprovalEstimate {
  probability: number;
  reasons: Reason[];
}

export interface Reason {
  text: string;
  /** Percentage points this reason adds; negative if it lowers the probability. */
  effect: number;
}

/** Smaller effects, in percentage points, aren't shown as reasons. */
const LEAST_EFFECT = 2;
/** Maximum number of reasons in each direction. */
const REASONS = 3;
/** Every lead has exactly one trait of these kinds, so its effect is measured against the average lead's. */
const ONE_OF: ReadonlySet<TraitKind> = new Set(["source", "age", "length", "address"]);

/** Predicts a lead's approval probability and explains it. */
export function predictApproval(
  lead: LearnableLead,
  fit: LearnedFit,
  rules: readonly TaughtRule[],
  isOrdinary: IsOrdinaryWord,
): ApprovalEstimate {
  const weights = new Map(rules.map(({ id, scoreWeight }) => [id, scoreWeight]));
  const traits = traitsOf(lead, weights, termsOf(lead, isOrdinary));
  const logOdds = logOddsOf(rowOf(traits, fit.vocabulary), fit.coefficients);
  const probability = calibrated(logOdds, fit.calibration);
  const effects = [...keywordEffects(lead, weights, fit)];
  for (const { key, kind, of } of traits) {
    if (kind === "points" || kind === "rule" || kind === "keyword") continue;
    const own = coefficientOf(fit, key);
    if (own === 0) continue;
    const usualEffect = kind === "missing" ? meanOf(fit, key) * own : ONE_OF.has(kind) ? usual(fit, kind) : 0;
    effects.push({ text: wordsOf(kind, of), logOdds: own - usualEffect });
  }
  const reasons = effects.map(({ text, logOdds: share }) => ({
    text,
    effect: Math.round(100 * (probability - calibrated(logOdds - share, fit.calibration))),
  }));
  const up = reasons.filter(({ effect }) => effect >= LEAST_EFFECT).toSorted((a, b) => b.effect - a.effect);
  const down = reasons.filter(({ effect }) => effect <= -LEAST_EFFECT).toSorted((a, b) => a.effect - b.effect);
  return { probability: Math.round(100 * probability), reasons: [...up.slice(0, REASONS), ...down.slice(0, REASONS)] };
}

/** The effect of each of the lead's keywords: its points, its rule's own coefficient and the keyword's. */
function keywordEffects(
  { parts }: LearnableLead,
  weights: ReadonlyMap<string, number>,
  fit: LearnedFit,
): { text: string; logOdds: number }[] {
  const effects = new Map<string, { text: string; logOdds: number }>();
  for (const { ruleId, keyword, points } of parts) {
    const key = `keyword:${fold(keyword)}`;
    const { text, logOdds } = effects.get(key) ?? { text: `Mentions “${keyword}”`, logOdds: coefficientOf(fit, key) };
    const ofRule = (coefficientOf(fit, `rule:${ruleId}`) * points) / (weights.get(ruleId) ?? points);
    const ofPoints = (coefficientOf(fit, "points") * points) / POINTS_UNIT;
    effects.set(key, { text, logOdds: logOdds + ofRule + ofPoints });
  }
  return [...effects.values()];
}

function coefficientOf({ vocabulary, coefficients }: LearnedFit, key: string): number {
  return coefficients[vocabulary.columns.get(key) ?? -1] ?? 0;
}

function meanOf({ vocabulary, means }: LearnedFit, key: string): number {
  return means[vocabulary.columns.get(key) ?? -1] ?? 0;
}

/** The average effect of a kind of trait. */
function usual({ vocabulary, coefficients, means }: LearnedFit, kind: TraitKind): number {
  return vocabulary.traits.reduce(
    (sum, trait, index) => sum + (trait.kind === kind ? (coefficients[index + 1] ?? 0) * (means[index + 1] ?? 0) : 0),
    0,
  );
}

const MISSING: Readonly<Record<string, string>> = {
  email: "No email address",
  phone: "No phone number",
  company: "No company",
  need: "No stated need",
};

function wordsOf(kind: TraitKind, of: string): string {
  switch (kind) {
    case "source":
      return `Source: ${sourceLabel(of)}`;
    case "missing":
      return MISSING[of] ?? `No ${of}`;
    case "age":
      return `Age: ${of}`;
    case "length":
      return `Message: ${of}`;
    case "address":
      return of === "private" ? "Personal email address" : "Business email address";
    default:
      return `Mentions “${of}”`;
  }
}
