import { expect, test } from "vitest";
import { phraseFinder } from "./phrase-finder.ts";

const finder = phraseFinder([
  ["price", "price"],
  ["price list", "papers"],
  ["pric*", "price"],
  ["send (us|me) (a|the|) offer", "ask"],
  ["send", "ask"],
]);

test.each<[what: string, words: string, found: string[]]>([
  ["a word", "the price", ["price@1+1"]],
  ["two meanings at one place", "price list", ["price@0+1", "papers@0+2"]],
  ["a stem", "our pricing", ["price@1+1"]],
  ["a choice, and the longest of a meaning", "send us the offer", ["ask@0+4"]],
  ["an omitted option", "send me offer", ["ask@0+3"]],
  ["what begins like a phrase and goes on otherwise", "send us home", ["ask@0+1"]],
  ["nothing", "hello", []],
])("%s", (_, words, found) => {
  expect(finder.find(words.split(" ")).map(({ meaning, at, length }) => `${meaning}@${at}+${length}`)).toEqual(found);
});
