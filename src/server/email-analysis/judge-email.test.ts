import { expect, test } from "vitest";
import type { AutomationRules } from "#shared/contract/mailbox.ts";
import type { KeptAnalysis } from "#shared/kept-analysis.ts";
import { judgeEmail } from "#server/email-analysis/judge-email.ts";
import { shippedModel } from "#server/email-analysis/model/shipped-model.ts";
import type { TextModel } from "#server/email-analysis/model/text-model.ts";

const RULES: AutomationRules = { inclusionKeywords: [], exclusionKeywords: [], minimumConfidence: 70 };

/** A model that finds every message equally likely. */
function modelOf(probability: number): TextModel {
  return { bias: Math.log(probability / (1 - probability)), calibration: { slope: 1, offset: 0 }, weights: new Map() };
}

function kept(more: Partial<KeptAnalysis> = {}): KeptAnalysis {
  const person = { name: "Anna", company: "", title: "", phone: "", email: "anna@acme.de" };
  return { ...person, subject: "Parts", text: "We need 20 of your hinges.", evidence: [], ...more };
}

test.each([
  [0.69, false],
  [0.7, true],
])("at a minimum of 70, %s is a lead: %s", (probability, isLead) => {
  expect(judgeEmail(kept(), { rules: RULES, model: modelOf(probability) })).toMatchObject({
    isLead,
    confidence: Math.round(probability * 100),
  });
});

test("an inclusion keyword raises the confidence and says so", () => {
  const by = { rules: { ...RULES, inclusionKeywords: ["hinges", "20"] }, model: modelOf(0.5) };
  const verdict = judgeEmail(kept(), by);
  expect(verdict).toMatchObject({ isLead: true, confidence: 88, reason: "Has the keyword “hinges”" });
  expect(verdict.reasons).toEqual([{ text: "Has the keyword “hinges”", weight: 38.1 }]);
});

test.each([
  [["no-reply"], false],
  [["no-reply", "form-relay"], true],
  [["no-reply", "forwarded"], true],
])("what nobody can answer is hardly a lead, unless it was passed on: %s", (evidence, isLead) => {
  const verdict = judgeEmail(kept({ evidence }), { rules: RULES, model: modelOf(0.9) });
  expect(verdict).toMatchObject(isLead ? { isLead, confidence: 90 } : { isLead, confidence: 31 });
  expect(verdict.reasons.some(({ text }) => text.includes("nobody reads answers"))).toBe(!isLead);
});

test.each([
  ["Hello ✔ (1476358788189)", "Hello to myself! http://www.mailer.example/"],
  ["Message 1000", "This is message 1000."],
  ["Nachricht 12", "Das ist Nachricht 12."],
  ["hello", "hello"],
  ["", "ok"],
  ["Ticket 48213", "Ticket 48213 was closed."],
  ["code", "Your code is 481 223."],
])("words and numbers alone make no lead, however much they resemble one: %s / %s", (subject, text) => {
  expect(judgeEmail(kept({ subject, text }), { rules: RULES, model: shippedModel }).isLead).toBe(false);
});

test("an exclusion keyword makes it no lead, whatever else it says", () => {
  const rules = { ...RULES, inclusionKeywords: ["hinges"], exclusionKeywords: ["hinge*"], minimumConfidence: 0 };
  expect(judgeEmail(kept(), { rules, model: modelOf(0.99) })).toMatchObject({
    isLead: false,
    confidence: 0,
    reason: "Has the excluded keyword “hinge*”",
  });
});

test.each([
  ["newsletter", "A newsletter: it can be unsubscribed from"],
  ["bounce", "A report that a message could not be delivered"],
  ["auto-reply", "An automatic answer, such as out of office"],
  ["own", "Written by this mailbox or a colleague"],
])("the header decides on %s", (name, reason) => {
  const verdict = judgeEmail(kept({ evidence: [name, "from:acme.de"] }), {
    rules: { ...RULES, minimumConfidence: 0 },
    model: modelOf(0.99),
  });
  expect(verdict).toMatchObject({ isLead: false, confidence: 1, reason });
});

test("an empty message asks for nothing", () => {
  expect(judgeEmail(kept({ subject: "", text: " " }), { rules: RULES, model: modelOf(0.99) })).toMatchObject({
    isLead: false,
    reason: "There is no text in it",
  });
});

test("the shipped model gives its reasons in words", () => {
  const by = { rules: RULES, model: shippedModel };
  const asks = judgeEmail(kept({ subject: "Quote", text: "Could you send us a quote for 200 licences?" }), by);
  expect(asks.isLead).toBe(true);
  expect(asks.reason).toMatch(/^[A-Z].*(?:price|quote|quantity)/u);
  expect(asks.reasons.length).toBeGreaterThan(0);
  const offers = judgeEmail(
    kept({
      subject: "Quick question",
      text: "We help companies like yours to get more leads. Do you have 15 minutes this week for a demo of our platform?",
    }),
    by,
  );
  expect(offers.isLead).toBe(false);
  expect(offers.reasons[0]?.weight).toBeLessThan(0);
});
