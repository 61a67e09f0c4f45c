import { expect, it } from "vitest";
import { movedRows } from "#web/actions/use-if-settled.ts";

const placesOf = (ids: string, start = 0) => new Map([...ids].map((id, index) => [id, start + index]));

it.each([
  ["a lead that left", "abcd", placesOf("acd"), "", "cd"],
  ["the user's own decision", "abcd", placesOf("acd"), "b", ""],
  ["the undo of an own decision", "acd", placesOf("abcd"), "b", ""],
  ["an own decision that left the lead in the list", "abcd", placesOf("abd"), "b", "d"],
  ["a new lead at the top", "abc", placesOf("xabc"), "", "xabc"],
  ["more leads at the end", "abc", placesOf("abcd"), "", ""],
  ["a new score", "abc", placesOf("acb"), "", "cb"],
  ["a page that was dropped", "abcd", placesOf("cde", 2), "", ""],
])("finds the rows that moved after %s", (_words, former, places, own, moved) => {
  expect(movedRows(placesOf(former), places, new Set(own)).join("")).toBe(moved);
});
