import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseEmailAddress, readEmailCell } from "#server/pipeline/intake/email-address.ts";

test.each([
  ["ann@example.com", "ann@example.com", "ann@example.com"],
  ["  Ann.Lee@Example.COM\n", "Ann.Lee@Example.COM", "ann.lee@example.com"],
  ["mailto:ann@example.com?subject=Hi", "ann@example.com", "ann@example.com"],
  ["MAILTO:ann%2Bcrm@example.com", "ann+crm@example.com", "ann+crm@example.com"],
  ["mailto:50%@example.com", "50%@example.com", "50%@example.com"],
  ["<ann@example.com>", "ann@example.com", "ann@example.com"],
  ["Ann Lee <ann@example.com>", "ann@example.com", "ann@example.com"],
  ['"Lee, Ann" <ann@example.com>', "ann@example.com", "ann@example.com"],
  ["ann@example.com <ann@example.com>", "ann@example.com", "ann@example.com"],
  ["o'neil@example.com", "o'neil@example.com", "o'neil@example.com"],
  ["ann@Bücher.example", "ann@Bücher.example", "ann@xn--bcher-kva.example"],
  ["ann@faß.de", "ann@faß.de", "ann@xn--fa-hia.de"],
  ["用户@例え.jp", "用户@例え.jp", "用户@xn--r8jz45g.jp"],
  ["JOSÉ@example.com", "JOSÉ@example.com", "josé@example.com"],
  ["jose\u0301@example.com", "jose\u0301@example.com", "josé@example.com"],
  ['"ann lee"@example.com', '"ann lee"@example.com', '"ann lee"@example.com'],
  ["\u202aann\u200b@exam\u00adple.com\u202c\ufeff", "ann@example.com", "ann@example.com"],
  ["ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ann@example.com", "ann@example.com"],
])("%j is the address %j under the key %j", (text, address, key) => {
  expect(parseEmailAddress(text)).toEqual({ address, key });
});

test.each([
  "",
  "ann",
  "@example.com",
  "ann@",
  "ann@@example.com",
  "ann lee@example.com",
  "ann@example.com, bob@example.com",
  "ann@exam ple.com",
  "ann@-example.com",
  "ann@example..com",
  "ann@example.com.",
  "ann@exa_mple.com",
  "ann@1.2.3.4",
  "ann@[127.0.0.1]",
  "ann@example.com/path",
  "ann@ex%61mple.com",
  "ann\u0000@example.com",
  "ann\r\nBcc: bob@example.com",
  "ann@example\u0000.com",
  "\ud83d@example.com",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(64)}.com`,
  `a@${"b.".repeat(130)}com`,
  "%@",
])("%j isn't an address", (text) => {
  expect(parseEmailAddress(text)).toBe(null);
});

test.each([
  ["a@x.com; b@y.com", ["a@x.com", "b@y.com"], "", ""],
  ["a@x.com b@y.com,a@X.com", ["a@x.com", "b@y.com"], "", ""],
  ["Ann Lee <a@x.com>, Bob <b@y.com>", ["a@x.com", "b@y.com"], "Ann Lee", ""],
  ['"Lee, Ann" <a@x.com>', ["a@x.com"], "Lee, Ann", ""],
  ["a@x.com.", ["a@x.com"], "", ""],
  ["(a@x.com)", ["a@x.com"], "", ""],
  ["see a@x.com", ["a@x.com"], "", "see"],
  ["ann at x dot com", [], "", "ann at x dot com"],
  ["n/a", [], "", "n/a"],
  ["“a@x.com”、b@y.com。", ["a@x.com", "b@y.com"], "", ""],
  ["邮箱：a@x.com", ["a@x.com"], "", ""],
  ["a@x.com، b@y.com؛c@z.com", ["a@x.com", "b@y.com", "c@z.com"], "", ""],
  ["王（销售）＜a@x.com＞", ["a@x.com"], "王（销售）", ""],
  ["no-email@x.com; a@x.com", ["a@x.com"], "", "no-email@x.com"],
  ["  ", [], "", ""],
])("the cell %j contains %j", (cell, addresses, displayName, rest) => {
  const read = readEmailCell(cell);
  expect({ ...read, addresses: read.addresses.map(({ address }) => address) }).toEqual({
    addresses,
    displayName,
    rest,
  });
});

test("a cell of 100 kB is read up to the field's limit", () => {
  expect(readEmailCell(`a@x.com ${"a ".repeat(50_000)}`).addresses).toHaveLength(1);
  expect(readEmailCell("<".repeat(100_000)).addresses).toEqual([]);
});

test("an endless domain is invalid, even where the URL parser is inconsistent", () => {
  for (const length of [254, 16_380, 16_384, 16_385, 100_000]) {
    for (const label of ["xn-llm", "ü", "a.ü"]) {
      expect(parseEmailAddress(`ann@${label.repeat(Math.ceil(length / label.length)).slice(0, length)}`)).toBeNull();
    }
  }
});

const suite = join(process.env["PEER_SUITES"] ?? "", "isemail/test/tests.xml");

/** Differences from the verdicts of the isemail suite, each with its reason. */
const AGREED: Record<string, string> = {
  "99": "a line break after an address comes with the cell it was copied from",
  "127": "as 99",
  "128": "as 99",
  "132": "as 99",
  "141": "as 99",
  "142": "as 99",
  "143": "as 99",
  "145": "as 99",
  "146": "as 99",
  "147": "as 99",
  "150": "as 99",
  "151": "as 99",
  "152": "as 99",
  "154": "as 99",
  "155": "as 99",
  "156": "as 99",
};

describe.runIf(process.env["PEER_SUITES"] !== undefined && existsSync(suite))("the isemail suite", () => {
  const cases = process.env["PEER_SUITES"] === undefined || !existsSync(suite) ? [] : readCases();
  test.each(cases.filter(({ category }) => category === "ISEMAIL_VALID_CATEGORY"))("accepts $id $address", (each) => {
    expect(parseEmailAddress(each.address)?.address).toBe(each.address);
  });
  test.each(cases.filter(({ category, id }) => category === "ISEMAIL_ERR" && !(id in AGREED)))(
    "refuses $id $address",
    ({ address }) => {
      expect(parseEmailAddress(address)).toBe(null);
    },
  );
  test.each(cases.filter(({ id }) => id in AGREED))("reads $id as agreed", ({ address }) => {
    expect(parseEmailAddress(address)?.address).toBe("test@iana.org");
  });
});

/** The suite writes a control character as its symbol, U+2400 and up. */
function readCases(): { id: string; category: string; address: string }[] {
  const xml = readFileSync(suite, "utf8");
  return [...xml.matchAll(/<test id="(\d+)">(.*?)<\/test>/gsu)].map(([, id = "", body = ""]) => ({
    id,
    category: /<category>(.*?)<\/category>/su.exec(body)?.[1] ?? "",
    address: unescape(/<address>(.*?)<\/address>/su.exec(body)?.[1] ?? ""),
  }));
}

function unescape(text: string): string {
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text
    .replace(/&#x([\da-f]+);/giu, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&(amp|lt|gt|quot|apos);/gu, (_match, name: string) => entities[name] ?? "")
    .replace(/[\u2400-\u241f]/gu, (symbol) => String.fromCodePoint(symbol.charCodeAt(0) - 0x2400));
}
