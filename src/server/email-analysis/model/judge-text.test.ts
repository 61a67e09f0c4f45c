import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeText } from "./judge-text.ts";
import { shippedModel } from "./shipped-model.ts";

function judged(subject: string, text: string) {
  return judgeText({ subject, text, evidence: [] }, shippedModel).probability;
}

test.each<[who: string, subject: string, text: string]>([
  [
    "a buyer",
    "Quote",
    "Hello, we need 40 desks for our new office in Bern. Could you send us a quote with delivery time?",
  ],
  [
    "a distributor",
    "Distribution",
    "We would like to sell your products in Peru. Please send us your terms for distributors.",
  ],
  [
    "somebody who compares",
    "Demo",
    "We are comparing three tools for 80 users. Can we see a demo, and what does it cost?",
  ],
  ["a German buyer", "Anfrage", "Wir benötigen 20 Pumpen und bitten um Ihr Angebot mit Lieferzeit."],
  [
    "a French buyer",
    "Devis",
    "Bonjour, nous cherchons 30 chaises pour notre hôtel. Pouvez-vous nous envoyer un devis ?",
  ],
  [
    "a Spanish buyer",
    "Presupuesto",
    "Hola, necesitamos 30 sillas para nuestro hotel. ¿Nos pueden enviar un presupuesto?",
  ],
])("%s is a lead", (_, subject, text) => {
  expect(judged(subject, text)).toBeGreaterThan(0.7);
});

test.each<[who: string, subject: string, text: string]>([
  [
    "an agency",
    "Quick question",
    "We help companies like yours get more leads. Are you open to a quick call next week?",
  ],
  ["a recruiter", "Senior buyer", "I came across your profile. We are looking for a senior buyer. Are you interested?"],
  ["an applicant", "Application", "I would like to apply for the position you advertised. My CV is attached."],
  ["a customer in trouble", "Error", "Since the update we get an error when we print a quote. Please help."],
  ["an unhappy customer", "Refund", "The chairs we ordered arrived damaged. We want a refund."],
  ["a newsletter", "This week", "Read more about pricing on our blog. 20% off until Sunday. Unsubscribe here."],
  [
    "a German agency",
    "Ihre Website",
    "Wir helfen Unternehmen wie Ihrem, mehr Kunden zu gewinnen. Hätten Sie Zeit für ein Telefonat?",
  ],
])("%s is none", (_, subject, text) => {
  expect(judged(subject, text)).toBeLessThan(0.4);
});

test("the contributions add up to what parts the message from an empty one", () => {
  const weight = fc.double({ min: -4, max: 4, noNaN: true });
  fc.assert(
    fc.property(weight, weight, weight, (price, desks, bias) => {
      const weights = new Map([
        ["says price", price],
        ["word desks", desks],
      ]);
      const model = { bias, calibration: { slope: 0.8, offset: 0.1 }, weights };
      const { probability, contributions } = judgeText(
        { subject: "", text: "What is the price of desks?", evidence: [] },
        model,
      );
      const empty = judgeText({ subject: "", text: "", evidence: [] }, model).probability;
      const sum = contributions.reduce((whole, contribution) => whole + contribution.weight, 0);
      // Contributions below half a point are left out.
      expect(Math.abs(sum - 100 * (probability - empty))).toBeLessThan(0.5 * (2 - contributions.length) + 1e-6);
    }),
  );
});

test("the strongest contribution comes first, in words without names of features", () => {
  const { contributions } = judgeText(
    { subject: "Quote", text: "We need 40 desks. What do they cost?", evidence: [] },
    shippedModel,
  );
  const sizes = contributions.map(({ weight }) => Math.abs(weight));
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  expect(contributions.map(({ text }) => text)).toContain("Asks about prices or a quote");
  for (const { text } of contributions) expect(text).not.toMatch(/^(?:says|asks|frame|word|phrase) /u);
});

test("whatever the text, the answer is a probability", () => {
  const input = fc.record({
    subject: fc.string({ unit: "binary" }),
    text: fc.string({ unit: "binary", maxLength: 2_000 }),
  });
  fc.assert(
    fc.property(input, ({ subject, text }) => {
      const { probability } = judgeText({ subject, text, evidence: [] }, shippedModel);
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(1);
    }),
  );
});

test.each<[what: string, text: string]>([
  ["addresses without end", "a@".repeat(500_000)],
  ["blanks", " ".repeat(1_000_000)],
  ["numbers", "1-".repeat(500_000)],
  ["a subject of marks", "re: ".repeat(250_000)],
])("a million characters of %s are judged by their beginning", (_, text) => {
  const beginning = text.slice(0, 3_000);
  const whole = judgeText({ subject: text, text, evidence: [] }, shippedModel);
  expect(whole.probability).toBeCloseTo(
    judgeText({ subject: text.slice(0, 200_000), text: beginning, evidence: [] }, shippedModel).probability,
    12,
  );
});
