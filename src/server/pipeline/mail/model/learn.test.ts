import { expect, test } from "vitest";
import { classifyText } from "./classify-text.ts";
import { labelOf, learn, shiftsOf } from "./learn.ts";
import type { Correction } from "./learn.ts";
import { shippedModel } from "./shipped-model.ts";
import type { ModelInput, TextModel } from "./text-model.ts";

const message = (subject: string, text: string, ...evidence: string[]): ModelInput => ({
  subject,
  text,
  evidence,
  hasSender: true,
});
const probability = (input: ModelInput, model: TextModel) => classifyText(input, model).probability;

const buyer = message("Quote", "We need 40 desks for our office. Could you send us a quote?", "from:buyer.example");
const agency = message(
  "Idea",
  "We help companies like yours grow. Are you open to a quick call?",
  "from:agency.example",
);
const kiosk = message("Kiosk", "The kiosk in Bergen asks for 12 crates of lemonade, cost please", "from:kiosk.example");
const secondKiosk = message(
  "Kiosk",
  "The kiosk in Molde asks for 9 crates of lemonade, cost please",
  "from:kiosk.example",
);

const corrections: Correction[] = [
  { input: kiosk, isLead: false },
  { input: agency, isLead: true },
  { input: message("Order", "12 crates for the kiosk", "from:other.example"), isLead: false },
];

test("without corrections, the model is the shipped one", () => {
  expect(learn(shippedModel, [])).toBe(shippedModel);
  expect(shiftsOf(learn(shippedModel, []))).toEqual([]);
});

test.each([
  ["a lead", kiosk, true],
  ["no lead", kiosk, false],
  ["a lead against the shipped weights", agency, true],
  ["no lead against the shipped weights", buyer, false],
])("one correction, %s, flips its own message", (_, input, isLead) => {
  const learned = learn(shippedModel, [{ input, isLead }]);
  expect(probability(input, learned) > 0.5).toBe(isLead);
});

test("it shifts a similar message clearly and others barely", () => {
  const isLead = probability(kiosk, shippedModel) < 0.5;
  const learned = learn(shippedModel, [{ input: kiosk, isLead }]);
  const shift = (input: ModelInput) => Math.abs(probability(input, learned) - probability(input, shippedModel));
  expect(shift(secondKiosk)).toBeGreaterThan(0.2);
  expect(shift(buyer)).toBeLessThan(0.1);
  expect(shift(agency)).toBeLessThan(0.1);
});

test("the order of the corrections doesn't matter", () => {
  const one = learn(shippedModel, corrections);
  const other = learn(shippedModel, corrections.toReversed());
  expect(other.shifts.size).toBe(one.shifts.size);
  for (const [name, shift] of one.shifts) expect(other.shifts.get(name)).toBeCloseTo(shift, 6);
});

test("learning leaves the shipped model unchanged", () => {
  learn(shippedModel, corrections);
  expect(shippedModel.shifts.size).toBe(0);
});

test("the sender is remembered, and the largest shift comes first, in words", () => {
  const learned = learn(shippedModel, [{ input: agency, isLead: true }]);
  const stranger = message("Hello", "Hello", "from:agency.example");
  expect(probability(stranger, learned)).toBeGreaterThan(probability(stranger, shippedModel));
  const shifts = shiftsOf(learned);
  expect(shifts[0]).toEqual({ text: "From agency.example", shift: expect.any(Number) });
  const sizes = shifts.map(({ shift }) => Math.abs(shift));
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
});

test.each<[feature: string, label: string | undefined]>([
  ["says price", "Asks for a price"],
  ["subject price", "Asks for a price"],
  ["says you", undefined],
  ["frame us → price", undefined],
  ["shape is a reply", undefined],
  ["word desks", "“desks”"],
  ["phrase # desks", "“desks”"],
  ["phrase oak desks", "“oak desks”"],
  ["phrase for our", undefined],
  ["word #", undefined],
  ["from a.example", "From a.example"],
])("%s is shown in words or not at all", (feature, label) => {
  expect(labelOf(feature)).toBe(label);
});
