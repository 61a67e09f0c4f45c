import { expect, test } from "vitest";
import { alternativeFact, alternativeOf, withFact } from "#server/pipeline/intake/alternative-fact.ts";

test.each([
  ["Email (Fair)", "email"],
  ["E-mail (Fair)", "email"],
  ["Job title (Fair)", "title"],
  ["Title (Fair)", "title"],
  ["Website (Fair)", "scrapeUrl"],
  ["Web address (Fair)", "scrapeUrl"],
  ["Budget (Fair)", undefined],
  ["Email", undefined],
])("the fact %s offers a value for %s", (name, field) => {
  expect(alternativeOf(name)).toBe(field);
});

test("a fact named by an earlier version isn't added again under its current name", () => {
  const facts = [{ name: "E-mail (Fair)", value: "ann@x.example" }];
  expect(withFact(facts, alternativeFact("email", "Fair", "ann@x.example"))).toBe(facts);
  expect(withFact(facts, alternativeFact("email", "Expo", "ann@x.example"))).toHaveLength(2);
  expect(withFact(facts, alternativeFact("phone", "Fair", "ann@x.example"))).toHaveLength(2);
});
