import { expect, test } from "vitest";
import { parseTextList } from "#shared/text/text-list.ts";

test.each([
  [" crm , sales,,crm", ["crm", "sales"]],
  ["price list\r\ndemo\n\nquote, crm", ["price list", "demo", "quote", "crm"]],
  ["报价，采购，价格", ["报价", "采购", "价格"]],
  ["見積、購入、", ["見積", "購入"]],
  ["سعر، عرض", ["سعر", "عرض"]],
])("%j is a list of %j", (text, items) => {
  expect(parseTextList(text)).toEqual(items);
});

test("a list of names that may have other commas is split at the plain ones", () => {
  expect(parseTextList("INBOX, 見積、購入", ",")).toEqual(["INBOX", "見積、購入"]);
});
