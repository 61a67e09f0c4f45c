import fc from "fast-check";
import { expect, test } from "vitest";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";

function addressesOf(text: string): string[] {
  return findEmailAddresses(text).map(({ address }) => address);
}

test.each([
  ["mail anna@acme.de.", ["anna@acme.de"]],
  ["mailto:anna@acme.de?subject=Hello", ["anna@acme.de"]],
  ["<anna@acme.de>, 'bob@acme.de';carl@acme.test", ["anna@acme.de", "bob@acme.de", "carl@acme.test"]],
  ["o'brien+sales@mail.acme.co.uk", ["o'brien+sales@mail.acme.co.uk"]],
  ["anna@münchen.de", ["anna@münchen.de"]],
  ["иван@почта.рф", ["иван@почта.рф"]],
  ["邮箱foo@acme.cn请联系我们", ["foo@acme.cn"]], // no spaces between words
  ["anna＠acme．jp", ["anna@acme.jp"]], // full-width signs
  ["anna (at) acme (dot) de", ["anna@acme.de"]],
  ["anna [at] acme [punkt] de", ["anna@acme.de"]],
  ["anna{AT}acme{DOT}de", ["anna@acme.de"]],
  ["john(dot)doe(at)firma(dot)de", ["john.doe@firma.de"]],
  ["anna at acme dot co dot uk", ["anna@acme.co.uk"]],
  ["anna_at_acme_dot_de", ["anna@acme.de"]],
  ["info @ acme . de", ["info@acme.de"]],
  ["anna&#64;acme&#46;de and bob&commat;acme.de", ["anna@acme.de", "bob@acme.de"]],
  ["anna(arroba)acme(punto)es", ["anna@acme.es"]],
  ["Write to info at acme.com", ["info@acme.com"]], // an office, so the "at" is an @
  ["anna@acme.com.Visit us", ["anna@acme.com"]], // a sentence sticks to it
  ["anna@acme.deTelefon 030", ["anna@acme.de"]],
  ["anna@acme.com-", ["anna@acme.com"]],
])("finds the addresses of %j", (text, expected) => {
  expect(addressesOf(text)).toEqual(expected);
});

test.each([
  "look at acme.com",
  "We work at acme.com and meet at example.org",
  "look at the dot com boom",
  "https://user:secret@acme.com/",
  "ssh://git@acme.com/repo",
  "https://links.example/?url=https%3A%2F%2Facme.com%7Canna%40acme.com%7C0",
  "@acme on the network",
  "join us @ acme.com",
  "5 @ 3.50",
  "a@b",
  "a@b..de",
])("finds no address in %j", (text) => {
  expect(addressesOf(text)).toEqual([]);
});

test("reports where an address is and whether it was hidden", () => {
  const text = "Anna: anna [at] acme [dot] de, Bob: bob@acme.de";
  expect(findEmailAddresses(text).map((found) => [text.slice(found.start, found.end), found.isObfuscated])).toEqual([
    ["anna [at] acme [dot] de", true],
    ["bob@acme.de", false],
  ]);
});

test("finds every ordinary address between any words", () => {
  const local = fc.stringMatching(/^[a-z][a-z0-9]{0,10}(?:[._-][a-z0-9]{1,10})?$/u);
  const words = fc.constantFrom("", "Mail: ", "(", "<", "\n", "Ihre Anfrage an ", "联系", '"');
  fc.assert(
    fc.property(words, local, fc.constantFrom("acme.de", "mail.acme.co.uk", "müller.ch"), (before, name, domain) => {
      expect(addressesOf(`${before}${name}@${domain}, thanks`)).toEqual([`${name}@${domain}`]);
    }),
  );
});
