import fc from "fast-check";
import { expect, test } from "vitest";
import { featuresOf } from "./features.ts";
import { hashOf } from "./hash.ts";
import { classifyText } from "./classify-text.ts";
import { shippedModel } from "./shipped-model.ts";
import { FACTORS } from "./text-model.ts";

function probabilityOf(subject: string, text: string) {
  return classifyText({ subject, text, evidence: [], hasSender: false }, shippedModel).probability;
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
  ["an Italian buyer", "Preventivo", "Buongiorno, vorremmo un preventivo per 15 scrivanie. Quanto costa la consegna?"],
  ["a Portuguese buyer", "Orçamento", "Bom dia, gostaria de um orçamento para 100 camisetas da nossa empresa."],
  ["a Dutch buyer", "Offerte", "Wij zoeken 500 verpakkingen per maand. Kunt u een offerte sturen?"],
  [
    "a Russian buyer",
    "Запрос",
    "Добрый день! Хотим купить у вас 200 штук. Пришлите, пожалуйста, цены и условия доставки.",
  ],
  ["a Chinese buyer", "询价", "您好，我们公司想采购一批设备，请问价格是多少？怎么联系您？"],
  ["a Japanese buyer", "見積のお願い", "貴社の製品を50台購入したいです。見積をお願いします。価格はいくらですか。"],
  [
    "a Spanish buyer",
    "Presupuesto",
    "Hola, necesitamos 30 sillas para nuestro hotel. ¿Nos pueden enviar un presupuesto?",
  ],
])("%s is a lead", (_, subject, text) => {
  expect(probabilityOf(subject, text)).toBeGreaterThan(0.7);
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
])("%s isn't", (_, subject, text) => {
  expect(probabilityOf(subject, text)).toBeLessThan(0.4);
});

test("a concept's share is the sum of its features' log-odds", () => {
  const weights = new Map([
    [hashOf("says price"), 1],
    [hashOf("asks price"), 2],
    [hashOf("word desks"), 4],
  ]);
  const model = {
    bias: -1,
    calibration: { slope: 0.5, offset: 0, sender: 0 },
    weights,
    pairs: new Map(),
    shifts: new Map([["says price", 1]]),
  };
  const input = { subject: "", text: "What is the price of desks?", evidence: [], hasSender: false };
  const values = featuresOf(input);
  const share = 0.5 * (2 * (values.get("says price") ?? NaN) + 2 * (values.get("asks price") ?? NaN));
  expect(classifyText(input, model).concepts.get("price")).toBeCloseTo(share, 9);
});

test("a pair adds the product of values and factors, half of it to each feature", () => {
  const factorsOf = (first: number, second: number) => Float64Array.of(first, second, ...Array(FACTORS - 2).fill(0));
  const model = {
    bias: -1,
    calibration: { slope: 1, offset: 0, sender: 0 },
    weights: new Map<number, number>(),
    pairs: new Map([
      [hashOf("says price"), factorsOf(3, 1)],
      [hashOf("word desks"), factorsOf(2, 5)],
    ]),
    shifts: new Map<string, number>(),
  };
  const input = { subject: "", text: "What is the price of desks?", evidence: [], hasSender: false };
  const values = featuresOf(input);
  // Every second factor counts negatively.
  const both = (3 * 2 - 1 * 5) * (values.get("says price") ?? NaN) * (values.get("word desks") ?? NaN);
  const { probability, concepts } = classifyText(input, model);
  expect(Math.log(probability / (1 - probability))).toBeCloseTo(-1 + both, 9);
  expect(concepts.get("price")).toBeCloseTo(both / 2, 9);
});

test("returns a probability for any text", () => {
  const input = fc.record({
    subject: fc.string({ unit: "binary" }),
    text: fc.string({ unit: "binary", maxLength: 2_000 }),
  });
  fc.assert(
    fc.property(input, ({ subject, text }) => {
      const { probability } = classifyText({ subject, text, evidence: [], hasSender: false }, shippedModel);
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
])("a million characters of %s are classified by their beginning", (_, text) => {
  const beginning = text.slice(0, 3_000);
  const whole = classifyText({ subject: text, text, evidence: [], hasSender: false }, shippedModel);
  expect(whole.probability).toBeCloseTo(
    classifyText({ subject: text.slice(0, 200_000), text: beginning, evidence: [], hasSender: false }, shippedModel)
      .probability,
    12,
  );
});
