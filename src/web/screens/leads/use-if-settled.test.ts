import { expect, it } from "vitest";
import { movedLeads } from "#web/screens/leads/use-if-settled.ts";

const placesOf = (ids: string, start = 0) => new Map([...ids].map((id, index) => [id, start + index]));

it.each([
  ["a lead that left", "abcd", placesOf("acd"), "", "cd"],
  ["the user's own decision", "abcd", placesOf("acd"), "b", ""],
  ["an own decision that left the lead in the list", "abcd", placesOf("abd"), "b", "d"],
  ["a new score", "abc", placesOf("acb"), "", "cb"],
  ["a page that was dropped", "abcd", placesOf("cde", 2), "", ""],
])("finds the leads that moved after %s", (_words, former, places, own, moved) => {
  expect(movedLeads(placesOf(former), places, new Set(own)).join("")).toBe(moved);
});
