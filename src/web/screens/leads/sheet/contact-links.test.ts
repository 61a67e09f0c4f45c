import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailLink, phoneLink, webLink } from "#web/screens/leads/sheet/contact-links.ts";

describe("mailLink", () => {
  it.each([
    ["an address", "ada@analytical.example", "mailto:ada@analytical.example"],
    ["a tag", "ada+crm@analytical.example", "mailto:ada%2Bcrm@analytical.example"],
    ["headers in the address", "ada?bcc=eve@evil.example", "mailto:ada%3Fbcc%3Deve@evil.example"],
    ["half a surrogate pair", "a\ud800@b.example", "mailto:a%EF%BF%BD@b.example"],
    ["whitespace", "ada lovelace@b.example", null],
    ["no domain", "ada@", null],
    ["nothing before the @", "@b.example", null],
    ["a text that isn't an address", "n/a", null],
  ])("%s", (_word, email, expected) => {
    expect(mailLink(email)).toBe(expected);
  });
});

describe("phoneLink", () => {
  it.each([
    ["an international number", "+44 20 7946 0000", "tel:+442079460000"],
    ["a trunk zero in brackets", "+44 (0)20 7946-0000", "tel:+442079460000"],
    ["a national number", "(030) 123.456", "tel:030123456"],
    ["an extension", "+1 555 0100 ext. 7", "tel:+15550100"],
    ["full-width digits", "＋８１　３－１２３４－５６７８", "tel:+81312345678"],
    ["Arabic digits after a direction mark", "\u200e٠١٢٣٤٥٦٧٨٩", "tel:0123456789"],
    ["a text that isn't a number", "call me", null],
  ])("%s", (_word, phone, expected) => {
    expect(phoneLink(phone)).toBe(expected);
  });
});

describe("webLink", () => {
  it.each([
    ["a full address", "https://analytical.example/team?x=1", "https://analytical.example/team?x=1"],
    ["plain http", "http://analytical.example", "http://analytical.example/"],
    ["no scheme", "analytical.example", "https://analytical.example/"],
    ["a script", "javascript:alert(1)", null],
    ["a script in capitals and spaces", "  JaVaScRiPt:alert(1)", null],
    ["data", "data:text/html,<script>", null],
    ["a name and password before the host", "https://bank.example@evil.example", null],
    ["a word", "none", null],
    ["nothing", "", null],
  ])("%s", (_word, text, expected) => {
    expect(webLink(text)?.href ?? null).toBe(expected);
  });
});

it("never creates other kinds of links", () => {
  fc.assert(
    fc.property(fc.constantFrom("", "https://", "a@", "javascript:", "+49"), fc.string(), (start, rest) => {
      const text = start + rest;
      const hrefs = [mailLink(text), phoneLink(text), webLink(text)?.href ?? null];
      const schemes = hrefs.map((href) => (href === null ? null : new URL(href).protocol));
      expect([null, "mailto:"]).toContain(schemes[0]);
      expect([null, "tel:"]).toContain(schemes[1]);
      expect([null, "http:", "https:"]).toContain(schemes[2]);
    }),
  );
});
