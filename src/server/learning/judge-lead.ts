import type { IsOrdinaryWord, LearnableLead, TaughtRule } from "#server/learning/decision.ts";
import { rowOf } from "#server/learning/design.ts";
import { calibrated, type LearnedFit } from "#server/learning/learned-fit.ts";
import { logOddsOf } from "#server/learning/ridge-logistic.ts";
import { fold, termsOf } from "#server/learning/terms.ts";
import { POINTS_UNIT, traitsOf, type TraitKind } from "#server/learning/traits.ts";
import { sourceWords } from "#shared/source-words.ts";

/** How likely a lead is to be approved, in percent, and what speaks for and against it. */
export interface LearnedJudgement {
  probability: number;
  reasons: Reason[];
}

export interface Reason {
  text: string;
  /** The percentage points that would be missing without it; below zero it takes them away. */
  effect: number;
}

/** Fewer percentage points are no reason. */
const LEAST_EFFECT = 2;
/** So many for it, and as many against it. */
const REASONS = 3;
/** Of these a lead always has one: it speaks for a lead as far as it does so more than the others do. */
const ONE_OF: ReadonlySet<TraitKind> = new Set(["source", "age", "length", "address"]);

/** Judges a lead by what decisions taught. */
export function judgeLead(
  lead: LearnableLead,
  fit: LearnedFit,
  rules: readonly TaughtRule[],
  isOrdinary: IsOrdinaryWord,
): LearnedJudgement {
  const weights = new Map(rules.map(({ id, scoreWeight }) => [id, scoreWeight]));
  const traits = traitsOf(lead, weights, termsOf(lead, isOrdinary));
  const logOdds = logOddsOf(rowOf(traits, fit.vocabulary), fit.coefficients);
  const probability = calibrated(logOdds, fit.calibration);
  const effects = [...keywordEffects(lead, weights, fit)];
  for (const { key, kind, of } of traits) {
    if (kind === "points" || kind === "rule" || kind === "keyword") continue;
    const own = coefficientOf(fit, key);
    if (own === 0) continue;
    const beside = kind === "missing" ? meanOf(fit, key) * own : ONE_OF.has(kind) ? usual(fit, kind) : 0;
    effects.push({ text: wordsOf(kind, of), logOdds: own - beside });
  }
  const reasons = effects.map(({ text, logOdds: share }) => ({
    text,
    effect: Math.round(100 * (probability - calibrated(logOdds - share, fit.calibration))),
  }));
  const up = reasons.filter(({ effect }) => effect >= LEAST_EFFECT).toSorted((a, b) => b.effect - a.effect);
  const down = reasons.filter(({ effect }) => effect <= -LEAST_EFFECT).toSorted((a, b) => a.effect - b.effect);
  return { probability: Math.round(100 * probability), reasons: [...up.slice(0, REASONS), ...down.slice(0, REASONS)] };
}

/** What each keyword of the lead is worth: its points, what its rule is worth beside them, and what it is itself. */
function keywordEffects(
  { parts }: LearnableLead,
  weights: ReadonlyMap<string, number>,
  fit: LearnedFit,
): { text: string; logOdds: number }[] {
  const effects = new Map<string, { text: string; logOdds: number }>();
  for (const { ruleId, keyword, points } of parts) {
    const key = `keyword:${fold(keyword)}`;
    const { text, logOdds } = effects.get(key) ?? { text: `Says “${keyword}”`, logOdds: coefficientOf(fit, key) };
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

/** What a kind is worth for the usual lead. */
function usual({ vocabulary, coefficients, means }: LearnedFit, kind: TraitKind): number {
  return vocabulary.traits.reduce(
    (sum, trait, index) => sum + (trait.kind === kind ? (coefficients[index + 1] ?? 0) * (means[index + 1] ?? 0) : 0),
    0,
  );
}

const MISSING: Readonly<Record<string, string>> = {
  email: "No e-mail address",
  phone: "No phone number",
  company: "No company",
  need: "Does not say what is needed",
};

function wordsOf(kind: TraitKind, of: string): string {
  switch (kind) {
    case "source":
      return `Source: ${sourceWords(of)}`;
    case "missing":
      return MISSING[of] ?? `No ${of}`;
    case "age":
      return `Age: ${of}`;
    case "length":
      return `Message: ${of}`;
    case "address":
      return of === "private" ? "Private e-mail address" : "Business e-mail address";
    default:
      return `Says “${of}”`;
  }
}
