import { expect, test } from "vitest";
import { sentencesOf } from "./sentences.ts";

test.each<[what: string, text: string, sentences: string[]]>([
  ["ends and questions", "We need chairs. How much?", ["we need chairs", "how much ?"]],
  ["contractions", "I'd order, can't wait; we’re ready", ["i would order can not wait", "we are ready"]],
  ["accents and sharp s", "Grüße, à bientôt", ["grusse a bientot"]],
  ["numbers, money, per cent", "120 pcs at €4.50 or 10%", ["# pcs at <money> or # %"]],
  ["addresses", "see https://a.example/x or mail me@b.example", ["see <url> or mail <mail>"]],
  ["words of courtesy are skipped", "Could you please also send it?", ["could you send it ?"]],
  ["a point inside of a name", "We run node.js here", ["we run node js here"]],
  ["short lines end where they end", "Name: Ann\nPhone: 12", ["name", "ann", "phone", "#"]],
  [
    "lines that a mail program wrapped go on",
    "We are looking for somebody who repairs the roofs of our two\nbarns",
    ["we are looking for somebody who repairs the roofs of our two barns"],
  ],
  ["writing without spaces, sign by sign", "多少钱？ 価格は", ["多 少 钱 ?", "価 格 は"]],
  ["nothing", " \n ", []],
])("%s", (_, text, sentences) => {
  const found = sentencesOf(text).map(({ words, isQuestion }) => words.join(" ") + (isQuestion ? " ?" : ""));
  expect(found).toEqual(sentences);
});
