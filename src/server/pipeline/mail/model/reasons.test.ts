import { expect, test } from "vitest";
import { reasonsOf } from "./reasons.ts";

const concepts = new Map([
  ["price", 1.2],
  ["buy", 0.9],
  ["need", 2],
  ["papers", 0.7],
  ["tender", 0.2],
  ["offer", -0.5],
  ["proof", -0.4],
  ["recruiter", -0.4],
  ["trouble", 0.3],
  ["you", 3],
]);

test.each([
  [
    "a lead by what speaks for it",
    "lead",
    ["Asks for a price", "Wants to buy", "Asks for a demo, samples, or details"],
  ],
  ["other mail by what speaks against it, each reason once", "not_lead", ["Sales pitch"]],
  ["unclear mail by both", "review", ["Asks for a price", "Wants to buy", "Sales pitch"]],
] as const)("explains %s", (_, verdict, reasons) => {
  expect(reasonsOf(verdict, concepts, "")).toEqual(reasons);
});

test.each([
  ["lead", "Reads like an inquiry"],
  ["review", "Unclear what the sender wants"],
  ["not_lead", "Doesn't ask for anything you sell"],
] as const)("has a reason for a %s without any concept", (verdict, reason) => {
  expect(reasonsOf(verdict, new Map(), "")).toEqual([reason]);
});

test("adds up concepts with the same reason, and skips what weighs little next to the strongest", () => {
  const applicant = new Map([
    ["recruiter", -0.5],
    ["applicant", -0.65],
    ["work-wanted", -0.7],
    ["job-ad", -0.5],
  ]);
  expect(reasonsOf("not_lead", applicant, "")).toEqual(["About a job", "Job application"]);
});

test("a vague reason is given only where nothing is more specific", () => {
  expect(reasonsOf("lead", new Map([["need", 1]]), "")).toEqual(["Is looking for something"]);
});

test.each([
  ["We need 25 seats.", "Asks for a price for 25 seats"],
  ["für 1.200 Lizenzen", "Asks for a price for 1.200 Lizenzen"],
  ["Room 4711 is free", "Asks for a price"],
])("a price names the quantity: %s", (text, reason) => {
  expect(reasonsOf("lead", new Map([["price", 1]]), text)).toEqual([reason]);
});
