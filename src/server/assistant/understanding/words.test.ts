import fc from "fast-check";
import { expect, test } from "vitest";
import { saidBetween, wordsOf } from "#server/assistant/understanding/words.ts";

test.each([
  ["What's Ann Lee's score?", "what is ann lee score"],
  ["whos waiting", "who is waiting"],
  ["Why isn’t Müller qualified?", "why is not muller qualified"],
  ["Un-reject Ann", "unreject ann"],
  ["can't, won't, I've", "can not will not i have"],
  ["mail ann.lee+x@acme.example now", "mail ann.lee+x@acme.example now"],
  ["score of 1,000.5", "score of 1,000.5"],
  ["…!?", ""],
])("%j means %j", (question, text) => {
  expect(wordsOf(question).text).toBe(text);
});

test("maps meanings back to the original words", () => {
  const wording = wordsOf("Why is  Zoë O'Neill-Smith  at 45?");
  const start = wording.text.indexOf("zoe");
  const end = wording.text.indexOf(" at 45");
  expect(saidBetween(wording, start, end)).toBe("Zoë O'Neill-Smith");
});

test("reports each word's position in any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (question) => {
      const { words, text } = wordsOf(question);
      for (const { said, start, end } of words) expect(question.slice(start, end)).toBe(said);
      expect(text).toBe(words.map(({ meant }) => meant).join(" "));
    }),
  );
});
