import { expect, test } from "vitest";
import { termsOf } from "#server/insight/learning/terms.ts";

const isOrdinary = (word: string): boolean => !["the", "for", "anna"].includes(word);

test("terms are unique folded words and pairs of words", () => {
  const lead = { texts: ["Urgent: the Café Équipment. Café équipment"], ownNames: [] };
  expect([...termsOf(lead, isOrdinary)]).toEqual(["urgent", "cafe", "equipment", "cafe equipment"]);
});

test("terms contain no names, addresses or numbers", () => {
  const lead = {
    texts: [
      "Anna from Acme GmbH: write to anna@acme.example or https://acme.example/shop, 24 pallets, room B12, 2nd floor",
    ],
    ownNames: ["Anna Lee", "Acme GmbH"],
  };
  expect([...termsOf(lead, isOrdinary)].join(" ")).not.toMatch(/anna|acme|gmbh|shop|b12|24|2nd|example/u);
  expect([...termsOf(lead, isOrdinary)]).toContain("pallets");
});
