import { expect, test } from "vitest";
import { literalSpan } from "#server/delivery/language-model/literal-span.ts";

const TEXT =
  "Hello,\n\nwe need  200 licenses\nby May.\n\nAnn Lee-Smith, Annual Reports Ltd\n+44 20 7946 0123 · ann@lee.example\n您好,请问报价多少?谢谢";

test.each([
  ["we need 200 licenses by May.", "we need 200 licenses by May."],
  ["  we\nneed 200\tlicenses ", "we need 200 licenses"],
  ["Ann Lee-Smith", "Ann Lee-Smith"],
  ["+44 20 7946 0123", "+44 20 7946 0123"],
  ["ann@lee.example", "ann@lee.example"],
  ["请问报价多少", "请问报价多少"],
])("keeps %j, which the text has", (value, span) => {
  expect(literalSpan(value, TEXT, 100)).toBe(span);
});

test.each([
  ["an invented value", "Bob"],
  ["a corrected one", "we need 200 licences by May."],
  ["another case", "ann lee-smith"],
  ["part of a word", "Annu"],
  ["the end of a word", "icenses by May"],
  ["part of a number", "794"],
  ["nothing", " \n "],
  ["two places joined", "Ann Lee-Smith +44 20 7946 0123"],
  ["what is longer than allowed", TEXT],
])("discards %s", (_, value) => {
  expect(literalSpan(value, TEXT, 100)).toBe("");
});
