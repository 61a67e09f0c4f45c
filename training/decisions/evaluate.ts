import type { Decision, TaughtRule } from "#server/insight/learning/decision.ts";
import { scoreOf } from "#server/insight/learning/decision.ts";
import { foldOf } from "#server/insight/learning/fold-of.ts";
import { aucOf, type Said } from "#server/insight/learning/goodness.ts";
import { examplesOf } from "#server/insight/learning/learn.ts";
import { calibrate, calibrated, learnFit, probabilityOf } from "#server/insight/learning/learned-fit.ts";
import { POINTS_UNIT } from "#server/insight/learning/traits.ts";
import { termsOf } from "#server/insight/learning/terms.ts";
import { learnableLead } from "#server/features/learning/learnable-lead.ts";
import { isOrdinaryWord } from "#server/features/learning/ordinary-word.ts";
import { brierOf, calibrationErrorOf, liftOf } from "#test/prediction-quality.ts";
import type { LabeledLead } from "./labeled-leads.ts";
import { countCases, probabilityOfWinning, type Closed } from "./odoo-bayes.ts";

/** How well a method does on leads it wasn't trained on. */
export interface Verdict {
  name: string;
  auc: number;
  calibrationError: number;
  brier: number;
  /** For the best 10, 20 and 50%. */
  lifts: readonly [number, number, number];
}

export interface Evaluation {
  /** How many leads were tested, and how many of them were positive. */
  tested: number;
  positive: number;
  verdicts: Verdict[];
}

/** Five folds, each held out once, or the last leads by time. */
export type Split = "folds" | "time";

interface Case {
  decision: Decision;
  closed: Closed;
}

const FOLDS = 5;
/** Share held out at the end when splitting by time. */
const HELD_OUT_BY_TIME = 0.3;
const SHARES = [0.1, 0.2, 0.5] as const;

/** Compares the rules alone, the learned score and Odoo's Bayes, each trained on other leads only. */
export function evaluate(leads: readonly LabeledLead[], rules: readonly TaughtRule[], split: Split): Evaluation {
  const cases = leads.map((labeled, index) => caseOf(labeled, index));
  const said = { rules: [] as Said[], learned: [] as Said[], bayes: [] as Said[] };
  const scores: Said[] = [];
  const sides = split === "time" ? [byTime(leads, cases)] : byFolds(leads, cases);
  for (const { taught, held } of sides) {
    said.rules.push(...predictByRules(taught, held));
    scores.push(...held.map(({ decision }) => ({ said: scoreOf(decision), isPositive: decision.isPositive })));
    said.learned.push(...predictByFit(taught, held, rules));
    said.bayes.push(...predictByBayes(taught, held));
  }
  return {
    tested: said.rules.length,
    positive: said.rules.filter(({ isPositive }) => isPositive).length,
    verdicts: [
      // Each fold calibrates points to probabilities separately, but leads are ranked by points.
      verdictOf("Rules alone", said.rules, scores),
      verdictOf("Learned score", said.learned),
      verdictOf("Odoo's naive Bayes", said.bayes),
    ],
  };
}

function caseOf({ lead, isPositive }: LabeledLead, index: number): Case {
  const { createdAt, name, source, industry, facts, keywords, email, phone } = lead;
  const learnable = { ...learnableLead(lead, createdAt), ageDays: null };
  const values = new Map<string, string[]>([
    ["source", [source]],
    ["email_state", [email === "" ? "missing" : "correct"]],
    ["phone_state", [phone === "" ? "missing" : "correct"]],
    ["tags", [...keywords]],
  ]);
  if (industry !== "") values.set("industry", [industry]);
  for (const { name: field, value } of facts) values.set(`fact ${field}`, [value]);
  return { decision: { ...learnable, id: String(index), name, isPositive }, closed: { values, isWon: isPositive } };
}

interface Side {
  taught: Case[];
  held: Case[];
}

function byFolds(leads: readonly LabeledLead[], cases: readonly Case[]): Side[] {
  const folds = leads.map(({ id }) => foldOf(id, FOLDS));
  return Array.from({ length: FOLDS }, (_, fold) => ({
    taught: cases.filter((_each, at) => folds[at] !== fold),
    held: cases.filter((_each, at) => folds[at] === fold),
  })).filter(({ taught, held }) => taught.length > 0 && held.length > 0);
}

function byTime(leads: readonly LabeledLead[], cases: readonly Case[]): Side {
  const times = leads.map(({ arrivedAt }) => arrivedAt ?? "");
  const order = cases.map((_each, at) => at).toSorted((a, b) => compare(times[a], times[b]) || a - b);
  const cut = Math.round(order.length * (1 - HELD_OUT_BY_TIME));
  const pick = (from: readonly number[]): Case[] => from.flatMap((at) => cases[at] ?? []);
  return { taught: pick(order.slice(0, cut)), held: pick(order.slice(cut)) };
}

function compare(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Calibrates scores to probabilities on the training leads. */
function predictByRules(taught: readonly Case[], held: readonly Case[]): Said[] {
  const logOddsOf = ({ decision }: Case): number => scoreOf(decision) / POINTS_UNIT;
  const line = calibrate(
    taught.map((each) => ({ id: each.decision.id, isPositive: each.decision.isPositive, logOdds: logOddsOf(each) })),
  );
  return held.map((each) => ({ said: calibrated(logOddsOf(each), line), isPositive: each.decision.isPositive }));
}

function predictByFit(taught: readonly Case[], held: readonly Case[], rules: readonly TaughtRule[]): Said[] {
  const examples = (cases: readonly Case[]) => {
    const decisions = cases.map(({ decision }) => decision);
    return examplesOf(
      decisions,
      rules,
      decisions.map((decision) => termsOf(decision, isOrdinaryWord)),
    );
  };
  const { fit } = learnFit(examples(taught));
  return examples(held).map(({ traits, isPositive }) => ({ said: probabilityOf(fit, traits), isPositive }));
}

function predictByBayes(taught: readonly Case[], held: readonly Case[]): Said[] {
  const table = countCases(taught.map(({ closed }) => closed));
  return held.map(({ closed }) => ({
    said: probabilityOfWinning(table, closed.values) ?? 0.5,
    isPositive: closed.isWon,
  }));
}

function verdictOf(name: string, said: readonly Said[], placed = said): Verdict {
  const [first, second, third] = SHARES;
  return {
    name,
    auc: aucOf(placed),
    calibrationError: calibrationErrorOf(said),
    brier: brierOf(said),
    lifts: [liftOf(placed, first), liftOf(placed, second), liftOf(placed, third)],
  };
}
