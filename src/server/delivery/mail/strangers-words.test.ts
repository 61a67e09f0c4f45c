import { describe, expect, test } from "vitest";
import {
  greetingName,
  repeatableWords,
  shownAddress,
  withoutLinks,
  withoutUnseen,
} from "#server/delivery/mail/strangers-words.ts";

describe("a greeting names", () => {
  test.each([
    ["Ann Lee", "Ann Lee"],
    [" Anna Schmidt ", "Anna Schmidt"],
    ["Dr. Anna Schmidt", "Dr. Anna Schmidt"],
    ["Herr Müller", "Herr Müller"],
    ["ANNA MÜLLER-LUNZ", "Anna Müller-Lunz"],
    ["Lee, Ann", "Ann Lee"],
    ["Seán O’Brien", "Seán O’Brien"],
    ["J. R. Smith", "J. R. Smith"],
    ["Иван Петров", "Иван Петров"],
    ["محمد علي", "محمد علي"],
    ["山田 太郎", "山田 太郎"],
  ])("the person %j", (written, name) => {
    expect(greetingName(written)).toBe(name);
  });

  test.each([
    ["a link", "Ann Lee https://evil.example/pay"],
    ["a domain", "Ann evil.example"],
    ["a domain in one word", "Ann.Lee.example"],
    ["an address", "ann@lee.example"],
    ["a hidden domain", "Ann Lee evil dot example"],
    ["an unusual dot", "Ann evil。example"],
    ["a full-width dot", "Ann evil．example"],
    ["a number to call", "Ann Call 0800 123456"],
    ["a line break", "Ann Lee\r\nBcc: eve@evil.example"],
    ["a line separator", "Ann\u2028Lee"],
    ["a control character", "Ann\u0000Lee"],
    ["a right-to-left override", "Ann \u202eeeL"],
    ["an isolate", "\u2067Ann Lee\u2069"],
    ["an invisible space", "Ann\u200b Lee"],
    ["an invisible tag", "Ann Lee\u{e0041}"],
    ["markup", "<b>Ann Lee</b>"],
    ["a sentence", "Your account is suspended, verify it today"],
    ["a headline", "Account Suspended"],
    ["a company", "Acme GmbH"],
    ["a very long word", `Ann ${"Lee".repeat(12)}`],
    ["many words", "Ann Bea Cleo Dora Eva Fay"],
    ["letters of two alphabets", "Аnn Lee"],
    ["stacked marks", "Ann Le\u0301\u0302\u0303\u0304e"],
    ["nothing", " "],
    ["phishing", `Ann, your parcel waits: pay the fee at https://evil.example ${"now ".repeat(100)}`],
  ])("nobody for %s", (_what, written) => {
    expect(greetingName(written)).toBeNull();
  });
});

describe("a message to a lead repeats", () => {
  test.each([
    "Quote for 200 licences",
    "Angebot für 200 Lizenzen",
    "We need 40 office chairs by May",
    "Devis pompes / vannes (urgent)",
    "Re: [Acme] Angebot",
    "Is “Basic” or “Pro” right for us?",
    "見積もり依頼",
  ])("%j", (words) => {
    expect(repeatableWords(words)).toBe(words);
  });

  test.each([
    "Pay at https://evil.example",
    "Pay at hxxps evil",
    "Pay at evil.example/pay",
    "Pay at www evil example",
    "Pay at example dot com",
    "Pay at example (.) org",
    "Pay at example[.]org",
    "Pay at example . org",
    "Pay at example com",
    "Pay at example,com",
    "Pay at example。com",
    "Pay at example․com",
    "Pay at example·com",
    "Pay at ｅｘａｍｐｌｅ．ｃｏｍ",
    "Pay at 10.1.2.3",
    "Pay at localhost:8080",
    "Pay at //evil",
    String.raw`Open \\evil\share`,
    "Write to eve@evil",
    "Write to eve＠evil",
    "Call 0800 123 4567",
    "Call 0-8-0-0-1-2-3",
    "Call ٠٨٠٠١٢٣٤٥",
    "Call +44 20",
    "Text WIN to 60606",
    "Call zero eight zero zero one two",
    "Click <a href=x>here</a>",
    "Invoice\u00ad overdue",
    "Invoice \u202eelpmaxe",
    "Invoice\r\nBcc: eve@evil.example",
    "Invoice\u2029overdue",
    "P\u0430ypal invoice",
    "x".repeat(31),
    "Invoice ".repeat(20),
    "200",
    "",
  ])("never %j", (words) => {
    expect(repeatableWords(words)).toBeNull();
  });
});

test.each([
  ["evil.example", "evil[.]example"],
  ["Ann https://evil.example/a.b?c", "Ann https[:]//evil[.]example/a[.]b?c"],
  ["http://2130706433/", "http[:]//2130706433/"],
  ["evil。example evil．example", "evil[。]example evil[．]example"],
  ["https://1.example", "https[:]//1[.]example"],
  ["tel:+448001234 Mailto:x", "tel[:]+448001234 Mailto[:]x"],
  [String.raw`\\evil\share`, String.raw`[\]\evil\share`],
  ["Wants 3.5 tons, e. g. now. Dr. Lee", "Wants 3.5 tons, e. g. now. Dr. Lee"],
])("colleagues see %j without a link", (line, shown) => {
  expect(withoutLinks(line)).toBe(shown);
});

test("invisible characters are dropped, and joined letters stay joined", () => {
  expect(withoutUnseen("A\u200b\u00ad\ufeff\u202e\u2066\u{e0041}\u3164b 👩‍💻 می\u200cخواهم")).toBe("Ab 👩‍💻 می\u200cخواهم");
});

test.each([
  ["ann.lee+crm@lee.example", "ann.lee+crm@lee.example"],
  ["evil.example/x@lee.example", "evil[.]example/x@lee[.]example"],
  ["https://evil.example", "https[:]//evil[.]example"],
])("colleagues can write to %j only if it is nothing else", (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
