import { expect, test } from "vitest";
import { decideStatus, missingInfoOf, qualificationStatusOf } from "#server/pipeline/intake/qualify.ts";

test.each([
  ["pending", "rule", 30, "qualified"],
  ["pending", "rule", 29, "pending"],
  ["qualified", "rule", 29, "pending"],
  ["qualified", "rule", 30, "qualified"],
  ["pending", "person", 100, "pending"],
  ["qualified", "person", 0, "qualified"],
  ["rejected", "person", 100, "rejected"],
  ["approved", "person", 0, "approved"],
  ["rejected", "rule", 100, "rejected"],
  ["approved", "rule", 0, "approved"],
] as const)("%s set by a %s with %i points becomes %s", (status, statusSetBy, score, expected) => {
  expect(decideStatus({ status, statusSetBy, score }, 30)).toBe(expected);
});

const known = { email: "ann@x.com", phone: "+1", company: "Acme", notes: "Needs robots", facts: [] };

test.each([
  ["nothing", known, []],
  ["everything", { email: "", phone: "", company: "", notes: " \n", facts: [] }, ["email", "phone", "company", "need"]],
  ["no need, as a fact tells it", { ...known, notes: "", facts: [{ name: "Budget", value: "5k" }] }, []],
  [
    "the need, when a fact is another value",
    { ...known, notes: "", facts: [{ name: "Phone (x)", value: "1" }] },
    ["need"],
  ],
  ["the need, when the fact is blank", { ...known, notes: "", facts: [{ name: "Budget", value: " " }] }, ["need"]],
])("misses %s", (_word, lead, missing) => {
  expect(missingInfoOf(lead)).toEqual(missing);
});

test("an open follow-up shows as in progress, missing information as incomplete", () => {
  expect(qualificationStatusOf([])).toBe("complete");
  expect(qualificationStatusOf(["phone"])).toBe("incomplete");
  expect(qualificationStatusOf(["phone"], true)).toBe("in_progress");
});
