import { expect, test } from "vitest";
import { keywordHits } from "#server/pipeline/mail/keyword-hits.ts";

test.each([
  ["We need a QUOTE.", ["quote"], ["quote"]],
  ["Der Kostenvoranschlag für Müller", ["muller"], ["muller"]],
  ["misquoted", ["quote"], []],
  ["a price,  list", ["price list"], ["price list"]],
  ["licences", ["licen*"], ["licen*"]],
  ["C++ (and C)", ["c++"], ["c++"]],
  ["请提供报价单", ["报价"], ["报价"]],
  ["anything", ["*", " "], []],
])("%j with %j", (text, keywords, hits) => {
  expect(keywordHits(text, keywords)).toEqual(hits);
});
