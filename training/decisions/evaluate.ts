import type { Decision, TaughtRule } from "#server/learning/decision.ts";
import { scoreOf } from "#server/learning/decision.ts";
import { foldOf } from "#server/learning/fold-of.ts";
import { aucOf, brierOf, calibrationErrorOf, liftOf, type Said } from "#server/learning/goodness.ts";
import { examplesOf } from "#server/learning/learn.ts";
import { calibrate, calibrated, learnFit, probabilityOf } from "#server/learning/learned-fit.ts";
import { POINTS_UNIT } from "#server/learning/traits.ts";
import { termsOf } from "#server/learning/terms.ts";
import { learnableLead } from "#server/workflows/learning/learnable-lead.ts";
import { isOrdinaryWord } from "#server/workflows/learning/ordinary-word.ts";
import type { LabelledLead } from "./labelled-leads.ts";
import { countCases, probabilityOfWinning, type Closed } from "./odoo-bayes.ts";

/** How good a way of judging leads is on those it did not learn from. */
export interface Verdict {
  name: string;
  auc: number;
  calibrationError: number;
  brier: number;
  /** Of the best 10, 20 and 50 %. */
  lifts: readonly [number, number, number];
}

export interface Evaluation {
  /** How many leads were judged by ways that had not seen them, and how many of those were positive. */
  judged: number;
  positive: number;
  verdicts: Verdict[];
}

/** How leads are split: five parts, each held out once, or the last of them by time. */
export type Split = "folds" | "time";

interface Case {
  decision: Decision;
  closed: Closed;
}

const FOLDS = 5;
/** By time, so much from the end is held out. */
const LAST = 0.3;
const SHARES = [0.1, 0.2, 0.5] as const;

/** Judges leads by the rules alone, by the learned fit and by Odoo's Bayes, each taught by other leads only. */
export function evaluate(leads: readonly LabelledLead[], rules: readonly TaughtRule[], split: Split): Evaluation {
  const cases = leads.map((labelled, index) => caseOf(labelled, index));
  const said = { rules: [] as Said[], learned: [] as Said[], bayes: [] as Said[] };
  const scores: Said[] = [];
  const sides = split === "time" ? [byTime(leads, cases)] : byFolds(leads, cases);
  for (const { taught, held } of sides) {
    said.rules.push(...judgeByRules(taught, held));
    scores.push(...held.map(({ decision }) => ({ said: scoreOf(decision), isPositive: decision.isPositive })));
    said.learned.push(...judgeByFit(taught, held, rules));
    said.bayes.push(...judgeByBayes(taught, held));
  }
  return {
    judged: said.rules.length,
    positive: said.rules.filter(({ isPositive }) => isPositive).length,
    verdicts: [
      // Each part draws its own line from points to probabilities, but leads are placed by their points.
      verdictOf("Rules alone", said.rules, scores),
      verdictOf("Learned fit", said.learned),
      verdictOf("Odoo's naive Bayes", said.bayes),
    ],
  };
}

function caseOf({ lead, isPositive }: LabelledLead, index: number): Case {
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

function byFolds(leads: readonly LabelledLead[], cases: readonly Case[]): Side[] {
  const folds = leads.map(({ id }) => foldOf(id, FOLDS));
  return Array.from({ length: FOLDS }, (_, fold) => ({
    taught: cases.filter((_each, at) => folds[at] !== fold),
    held: cases.filter((_each, at) => folds[at] === fold),
  })).filter(({ taught, held }) => taught.length > 0 && held.length > 0);
}

function byTime(leads: readonly LabelledLead[], cases: readonly Case[]): Side {
  const times = leads.map(({ arrivedAt }) => arrivedAt ?? "");
  const order = cases.map((_each, at) => at).toSorted((a, b) => compare(times[a], times[b]) || a - b);
  const cut = Math.round(order.length * (1 - LAST));
  const pick = (from: readonly number[]): Case[] => from.flatMap((at) => cases[at] ?? []);
  return { taught: pick(order.slice(0, cut)), held: pick(order.slice(cut)) };
}

function compare(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A score is no probability: the line from one to the other is drawn on the leads that teach. */
function judgeByRules(taught: readonly Case[], held: readonly Case[]): Said[] {
  const logOddsOf = ({ decision }: Case): number => scoreOf(decision) / POINTS_UNIT;
  const line = calibrate(
    taught.map((each) => ({ id: each.decision.id, isPositive: each.decision.isPositive, logOdds: logOddsOf(each) })),
  );
  return held.map((each) => ({ said: calibrated(logOddsOf(each), line), isPositive: each.decision.isPositive }));
}

function judgeByFit(taught: readonly Case[], held: readonly Case[], rules: readonly TaughtRule[]): Said[] {
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

function judgeByBayes(taught: readonly Case[], held: readonly Case[]): Said[] {
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
