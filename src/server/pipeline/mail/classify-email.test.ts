import { expect, test } from "vitest";
import type { AutomationRules } from "#shared/contract/mailbox.ts";
import type { StoredAnalysis } from "#shared/stored-analysis.ts";
import { classifyEmail } from "#server/pipeline/mail/classify-email.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import type { TextModel } from "#server/pipeline/mail/model/text-model.ts";

const RULES: AutomationRules = { inclusionKeywords: [], exclusionKeywords: [], minimumConfidence: 70 };

/** A model that finds every message equally likely. */
function modelOf(probability: number): TextModel {
  return {
    bias: Math.log(probability / (1 - probability)),
    calibration: { slope: 1, offset: 0, sender: 0 },
    weights: new Map(),
    pairs: new Map(),
    shifts: new Map(),
  };
}

function analysis(more: Partial<StoredAnalysis> = {}): StoredAnalysis {
  const person = { name: "Anna", company: "", title: "", phone: "", email: "anna@acme.de" };
  return { ...person, subject: "Parts", text: "We need 20 of your hinges.", evidence: [], ...more };
}

test.each([
  [0.1, 70, "not_lead"],
  [0.4, 70, "review"],
  [0.69, 70, "review"],
  [0.7, 70, "lead"],
  [0.1, 5, "lead"],
] as const)("a probability of %s with a minimum of %s is %s", (probability, minimumConfidence, verdict) => {
  expect(
    classifyEmail(analysis(), { rules: { ...RULES, minimumConfidence }, model: modelOf(probability) }),
  ).toMatchObject({
    verdict,
    isLead: verdict === "lead",
    confidence: Math.round(probability * 100),
  });
});

test("an inclusion keyword raises the confidence and says so", () => {
  const by = { rules: { ...RULES, inclusionKeywords: ["hinges", "20"] }, model: modelOf(0.5) };
  const verdict = classifyEmail(analysis(), by);
  expect(verdict).toMatchObject({ isLead: true, confidence: 88 });
  expect(verdict.reasons[0]).toEqual({ text: "Contains the keyword “hinges”" });
});

test.each([
  ["בקשה להצעת מחיר", "שלום, אשמח לקבל הצעת מחיר עבור 50 יחידות."],
  ["ขอใบเสนอราคา", "สวัสดีครับ ขอใบเสนอราคาสำหรับ 50 เครื่องครับ"],
  ["मूल्य पूछताछ", "नमस्ते, कृपया 50 इकाइयों का मूल्य भेजें।"],
])("a message in a language that the model doesn't know needs review: %s", (subject, text) => {
  const by = { rules: RULES, model: shippedModel };
  expect(classifyEmail(analysis({ subject, text }), by)).toMatchObject({
    verdict: "review",
    reason: "In a language that Winnow can't read",
  });
  expect(classifyEmail(analysis({ subject, text, evidence: ["no-reply"] }), by).verdict).toBe("not_lead");
  expect(classifyEmail(analysis({ subject: "Hi", text: "שלום" }), by).reason).not.toMatch(/language/u);
});

test.each([
  [["no-reply"], false],
  [["no-reply", "form-relay"], true],
  [["no-reply", "forwarded"], true],
])("a message without a return address is rarely a lead, unless it was forwarded: %s", (evidence, isLead) => {
  const verdict = classifyEmail(analysis({ evidence }), { rules: RULES, model: modelOf(0.9) });
  expect(verdict).toMatchObject(isLead ? { isLead, confidence: 90 } : { isLead, confidence: 31 });
  expect(verdict.reasons.some(({ text }) => text === "From a no-reply address")).toBe(!isLead);
});

test.each([
  ["Hello ✔ (1476358788189)", "Hello to myself! http://www.mailer.example/"],
  ["Message 1000", "This is message 1000."],
  ["Nachricht 12", "Das ist Nachricht 12."],
  ["hello", "hello"],
  ["", "ok"],
  ["Ticket 48213", "Ticket 48213 was closed."],
  ["code", "Your code is 481 223."],
])("words and numbers alone don't make a lead, however similar they look: %s / %s", (subject, text) => {
  expect(classifyEmail(analysis({ subject, text }), { rules: RULES, model: shippedModel }).isLead).toBe(false);
});

test("an exclusion keyword rules out a lead, whatever else the message says", () => {
  const rules = { ...RULES, inclusionKeywords: ["hinges"], exclusionKeywords: ["hinge*"], minimumConfidence: 0 };
  expect(classifyEmail(analysis(), { rules, model: modelOf(0.99) })).toMatchObject({
    isLead: false,
    confidence: 0,
    reason: "Contains the excluded keyword “hinge*”",
  });
});

test.each([
  ["newsletter", "Newsletter"],
  ["bounce", "Delivery failure report"],
  ["auto-reply", "Automatic reply"],
  ["own", "From this mailbox or a colleague"],
])("the header decides on %s", (name, reason) => {
  const verdict = classifyEmail(analysis({ evidence: [name, "from:acme.de"] }), {
    rules: { ...RULES, minimumConfidence: 0 },
    model: modelOf(0.99),
  });
  expect(verdict).toMatchObject({ isLead: false, confidence: 1, reason });
});

test("an empty message isn't a request", () => {
  expect(classifyEmail(analysis({ subject: "", text: " " }), { rules: RULES, model: modelOf(0.99) })).toMatchObject({
    isLead: false,
    reason: "No text",
  });
});

test("the shipped model gives reasons that a salesperson would give", () => {
  const by = { rules: RULES, model: shippedModel };
  const asks = classifyEmail(analysis({ subject: "Quote", text: "Could you send us a quote for 200 licenses?" }), by);
  expect(asks).toMatchObject({ verdict: "lead", reasons: [{ text: "Asks for a price for 200 licenses" }] });
  const offers = classifyEmail(
    analysis({
      subject: "Quick question",
      text: "We help companies like yours to get more leads. Do you have 15 minutes this week for a demo of our platform?",
    }),
    by,
  );
  expect(offers.verdict).toBe("not_lead");
  expect(offers.reasons).toContainEqual({ text: "Sales pitch" });
});
