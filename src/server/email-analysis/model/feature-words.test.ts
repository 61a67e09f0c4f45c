import { expect, test } from "vitest";
import { respelled, wordsOf } from "./feature-words.ts";

test.each<[feature: string, words: string | undefined]>([
  ["says price", "Asks about prices or a quote"],
  ["asks price", "Asks about prices or a quote"],
  ["subject price", "The subject asks about prices or a quote"],
  ["frame us → price", "Asks about prices or a quote"],
  ["frame us → you", undefined],
  ["says you", undefined],
  ["shape is a reply", "Is a reply"],
  ["word #", "A number"],
  ["word <url>", "A link"],
  ["word our", undefined],
  ["word desks", "The word “desks”"],
  ["phrase for desks", "The word “desks”"],
  ["phrase # desks", "The word “desks”"],
  ["phrase oak desks", "The words “oak desks”"],
  ["phrase for our", undefined],
  ["question how", undefined],
  ["question desks", "In a question: “desks”"],
  ["question #", undefined],
  ["ends desks", "Near the end: “desks”"],
  ["stem deliv", "Words that begin with “deliv”"],
  ["stem where", undefined],
  ["from a.example", "From a.example"],
])("%s", (feature, words) => {
  expect(wordsOf(feature)).toBe(words);
});

test("quoted words are spelled as they were written, nothing else is", () => {
  const spell = (word: string) => (word === "grosse" ? "Größe" : "?");
  expect(respelled("The word “grosse”", spell)).toBe("The word “Größe”");
  expect(respelled("Asks about prices or a quote", spell)).toBe("Asks about prices or a quote");
});
