import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { aucOf } from "#server/insight/learning/goodness.ts";
import { scoreOf } from "#server/insight/learning/decision.ts";
import { predictApproval } from "#server/insight/learning/predict-approval.ts";
import { examplesOf, learn } from "#server/insight/learning/learn.ts";
import { probabilityOf } from "#server/insight/learning/learned-fit.ts";
import { termsOf } from "#server/insight/learning/terms.ts";
import { brierOf, calibrationErrorOf } from "#test/prediction-quality.ts";
import { simulateDecisions, type Simulation } from "#test/simulated-decisions.ts";

const anyWord = (): boolean => true;
const noWord = (): boolean => false;

/** Rules that know half of the true reasons. */
const HALF_KNOWN: Omit<Simulation, "decisions" | "seed"> = {
  keywords: [
    { word: "alphorn", weight: 10, worth: 2 },
    { word: "bellows", weight: 10, worth: 1 },
    { word: "cymbal", weight: 10, worth: 0 },
    { word: "dulcimer", weight: 10, worth: -1 },
    { word: "hidden", weight: null, worth: 1.5 },
  ],
  base: -1,
  worthOfSource: { email: 0.8, website: -0.8 },
  worthOfMissingPhone: -0.7,
};

/** Learns from the first decisions, and returns the outcome of the others. */
function learnAndTry(simulation: Omit<Simulation, "decisions">, decisions: number, others = 1_500) {
  const all = simulateDecisions({ ...simulation, decisions: decisions + others });
  const taught = all.decisions.slice(0, decisions);
  const { rules } = all;
  const lesson = learn({ decisions: taught, rules, threshold: 30, isOrdinary: anyWord, isLookedFor: noWord });
  const rest = all.decisions.slice(decisions);
  const examples = examplesOf(
    rest,
    rules,
    rest.map((each) => termsOf(each, anyWord)),
  );
  const { fit } = lesson.learned!;
  const said = examples.map(({ traits, isPositive }) => ({ said: probabilityOf(fit, traits), isPositive }));
  const byRules = rest.map((each) => ({ said: scoreOf(each), isPositive: each.isPositive }));
  return { lesson, rules, rest, said, auc: aucOf(said), rulesAuc: aucOf(byRules) };
}

describe("learning from decisions", () => {
  test("needs enough decisions, and enough of each kind", () => {
    const { minimumDecisions, minimumOfEachKind } = LIMITS.learning;
    const { decisions, rules } = simulateDecisions({ ...HALF_KNOWN, decisions: 400, seed: 5 });
    const yes = decisions.filter(({ isPositive }) => isPositive);
    const no = decisions.filter(({ isPositive }) => !isPositive);
    const teach = (some: typeof decisions) =>
      learn({ decisions: some, rules, threshold: 30, isOrdinary: anyWord, isLookedFor: noWord });
    expect(teach(decisions.slice(0, minimumDecisions - 1)).learned).toBeNull();
    expect(teach([...yes.slice(0, minimumOfEachKind - 1), ...no]).learned).toBeNull();
    expect(teach([...yes.slice(0, minimumOfEachKind - 1), ...no]).suggestions).toEqual([]);
    expect(teach([...yes.slice(0, minimumOfEachKind), ...no.slice(0, minimumDecisions)]).learned).not.toBeNull();
  });

  test("predicts held-out decisions better than rules that know half", () => {
    const { lesson, auc, rulesAuc, said } = learnAndTry({ ...HALF_KNOWN, seed: 11 }, 400);
    expect(lesson.learned).toMatchObject({ isBetter: true, heldOut: 400 });
    expect(auc).toBeGreaterThan(rulesAuc + 0.05);
    // Its prediction on held-out decisions matches the outcome, and so do its probabilities.
    expect(Math.abs(lesson.learned!.auc - auc)).toBeLessThan(0.05);
    expect(calibrationErrorOf(said)).toBeLessThan(0.06);
    const positives = said.filter(({ isPositive }) => isPositive).length / said.length;
    expect(brierOf(said)).toBeLessThan(positives * (1 - positives));
  });

  test("is calibrated where few leads are approved", () => {
    const { said } = learnAndTry({ ...HALF_KNOWN, base: -3, seed: 4 }, 800);
    expect(calibrationErrorOf(said)).toBeLessThan(0.05);
  });

  test("doesn't beat rules that know everything", () => {
    const keywords = ["alphorn", "bellows", "cymbal", "dulcimer"].map((word) => ({ word, weight: 10, worth: 1.5 }));
    let shown = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const { decisions, rules } = simulateDecisions({ keywords, base: -2, decisions: 120, seed });
      if (learn({ decisions, rules, threshold: 30, isOrdinary: anyWord, isLookedFor: noWord }).learned!.isBetter)
        shown += 1;
    }
    expect(shown).toBeLessThanOrEqual(2);
  });

  test("is deterministic, and changes no rules", () => {
    const { decisions, rules } = simulateDecisions({ ...HALF_KNOWN, decisions: 120, seed: 8 });
    const before = structuredClone(rules);
    const lessons = [1, 2].map(() =>
      learn({ decisions, rules, threshold: 30, isOrdinary: anyWord, isLookedFor: noWord }),
    );
    expect(lessons[0]).toEqual(lessons[1]);
    expect(rules).toEqual(before);
  });
});

describe("the reasons for a prediction", () => {
  const { lesson, rules, rest } = learnAndTry({ ...HALF_KNOWN, seed: 11 }, 600);
  const judge = (at: number) => predictApproval(rest[at]!, lesson.learned!.fit, rules, anyWord);

  test("name arguments for and against a lead", () => {
    const good = rest.findIndex(
      ({ parts, source }) => parts.some(({ keyword }) => keyword === "alphorn") && source === "email",
    );
    const reasons = judge(good).reasons;
    expect(reasons.find(({ text }) => text === "Mentions “alphorn”")?.effect).toBeGreaterThan(5);
    expect(reasons.find(({ text }) => text === "Source: Email")?.effect).toBeGreaterThan(0);
    const bad = rest.findIndex(
      ({ missing, source, parts }) => missing.length > 0 && source === "website" && parts.length === 0,
    );
    const against = judge(bad).reasons;
    expect(against.find(({ text }) => text === "No phone number")?.effect).toBeLessThan(0);
    expect(against.find(({ text }) => text === "Source: Website")?.effect).toBeLessThan(0);
  });

  test("have a percentage, strongest first", () => {
    for (let at = 0; at < 200; at += 1) {
      const { probability, reasons } = judge(at);
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(100);
      expect(Number.isInteger(probability)).toBe(true);
      const up = reasons.filter(({ effect }) => effect > 0).map(({ effect }) => effect);
      const down = reasons.filter(({ effect }) => effect < 0).map(({ effect }) => effect);
      expect([...up, ...down]).toEqual(reasons.map(({ effect }) => effect));
      expect(up).toEqual(up.toSorted((a, b) => b - a));
      expect(down).toEqual(down.toSorted((a, b) => a - b));
    }
  });
});
