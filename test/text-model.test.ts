import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Observation } from "#server/insight/learning/logistic.ts";
import { classifyText } from "#server/pipeline/mail/model/classify-text.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import { pairSharesOf } from "#server/pipeline/mail/model/text-model.ts";
import { formatWeights } from "#server/pipeline/mail/model/weights-file.ts";
import { fitPairs } from "../training/factorization.ts";
import { aucOfLeads, calibrationErrorOf, f1At, type Scored } from "../training/figures.ts";
import { fitWeights, trainingExamples } from "../training/fit-model.ts";
import { exampleMessages, writtenMessages } from "../training/read-messages.ts";

test("training reproduces the shipped weights byte for byte", () => {
  const shipped = readFileSync(new URL("../src/server/pipeline/mail/model/weights.json", import.meta.url), "utf8");
  // The calibration takes five more fits; npm run train does it.
  expect(formatWeights({ ...shippedModel, ...fitWeights(trainingExamples()) })).toBe(shipped);
});

test("training learns what two features mean only together", () => {
  const bias = 2;
  const cases: [columns: number[], label: number][] = [
    [[], 1],
    [[0], 0],
    [[1], 0],
    [[0, 1], 1],
  ];
  const each = cases.map(([columns, label]): Observation => ({
    indices: Int32Array.of(...columns, bias),
    values: Float64Array.from([...columns, bias], () => 1),
    label,
    weight: 1,
  }));
  const observations = Array.from({ length: 200 }, () => each).flat();
  const { weights, factors } = fitPairs(observations, new Float64Array(3).fill(0.01), (column) => column !== bias);
  const fitted = cases.map(([columns, label]) => {
    const shares = pairSharesOf(
      factors,
      Uint32Array.from(columns),
      Float64Array.from(columns, () => 1),
    );
    const logOdds = [bias, ...columns].reduce((sum, column) => sum + (weights[column] ?? 0), 0);
    return { label, isYes: shares.reduce((sum, share) => sum + share, logOdds) > 0 };
  });
  expect(fitted.map(({ isYes }) => isYes)).toEqual(cases.map(([, label]) => label === 1));
});

test.each([
  ["en", 0.92, 0.8],
  ["de", 0.86, 0.78],
  ["fr", 0.77, 0.7],
  ["es", 0.86, 0.78],
  ["nl", 0.71, 0.64],
  ["it", 0.86, 0.6],
  ["pt", 0.75, 0.57],
  ["zh", 0.73, 0.47],
  ["ru", 0.71, 0.34],
  ["pl", 0.77, 0.49],
  ["ja", 0.68, 0.55],
])("the shipped model doesn't regress on invented messages in %s that it never learned from", (of, auc, f1) => {
  const scored = exampleMessages()
    .filter(({ language }) => language === of)
    .map(({ input, isLead }): Scored => ({ isLead, probability: classifyText(input, shippedModel).probability }));
  expect(aucOfLeads(scored)).toBeGreaterThan(auc);
  expect(f1At(scored, 0.5)).toBeGreaterThan(f1);
});

test("no example is in the training data", () => {
  const known = new Set(writtenMessages().map(({ input }) => `${input.subject}\n${input.text}`));
  expect(exampleMessages().filter(({ input }) => known.has(`${input.subject}\n${input.text}`))).toEqual([]);
});

test.each<[what: string, scored: Scored[], auc: number, f1: number, error: number]>([
  [
    "perfect",
    [
      { isLead: true, probability: 1 },
      { isLead: false, probability: 0 },
    ],
    1,
    1,
    0,
  ],
  [
    "upside down",
    [
      { isLead: true, probability: 0 },
      { isLead: false, probability: 1 },
    ],
    0,
    0,
    1,
  ],
  [
    "undecided",
    [
      { isLead: true, probability: 0.5 },
      { isLead: false, probability: 0.5 },
    ],
    0.5,
    2 / 3,
    0,
  ],
])("figures of a model that is %s", (_, scored, auc, f1, error) => {
  expect(aucOfLeads(scored)).toBeCloseTo(auc, 9);
  expect(f1At(scored, 0.5)).toBeCloseTo(f1, 9);
  expect(calibrationErrorOf(scored)).toBeCloseTo(error, 9);
});
