import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LinkReader, productPath } from "#server/assistant/model/product-links.ts";

describe("a path of the product", () => {
  test.each([
    ["/", "/"],
    ["/leads?status=pending&search=acme", "/leads?status=pending&search=acme"],
    ["/leads/12", "/leads/12"],
    ["/leads/12#top", "/leads/12"],
    ["/rules/../configuration", "/configuration"],
  ])("%s", (href, path) => {
    expect(productPath(href)).toBe(path);
  });

  test.each([
    "https://evil.example/leads",
    "//evil.example/leads",
    "/\\evil.example",
    "javascript:alert(1)",
    "/api/leads/export",
    "/leads/12/../../api/leads",
    "/leads/abc",
    "leads",
    "",
    "/le ads",
    "/nowhere",
  ])("is not %j", (href) => {
    expect(productPath(href)).toBeNull();
  });
});

/** The output for a text that arrives in these pieces. */
function read(pieces: readonly string[]): { text: string; links: { label: string; href: string }[] } {
  const reader = new LinkReader();
  const shown = pieces.map((piece) => reader.push(piece)).join("");
  return { text: shown + reader.end(), links: reader.links };
}

describe("links in a text", () => {
  test.each([
    ["See [Ann](/leads/1) now.", "See Ann now.", ["/leads/1"]],
    ["[a](/rules)[b](/rules)", "ab", ["/rules"]],
    ["[a](https://evil.example)", "a", []],
    ["![pixel](https://evil.example/?q=secret)", "pixel", []],
    ["a [list] and [more", "a [list] and [more", []],
    ["wow! [](/leads)", "wow! ", ["/leads"]],
    ["[[x](/gmail)", "[x", ["/gmail"]],
  ])("%j", (text, shown, hrefs) => {
    const { links, ...rest } = read([text]);
    expect(rest.text).toBe(shown);
    expect(links.map(({ href }) => href)).toEqual(hrefs);
  });

  test("are the same however the text is split", () => {
    const token = fc.constantFrom("[", "]", "(", ")", "!", "\n", "a", "/leads", "[x](/rules)", "https://evil.example");
    fc.assert(
      fc.property(
        fc.array(
          fc.array(token, { maxLength: 6 }).map((tokens) => tokens.join("")),
          { maxLength: 8 },
        ),
        (pieces) => {
          expect(read([...pieces.join("")])).toEqual(read([pieces.join("")]));
          expect(read(pieces)).toEqual(read([pieces.join("")]));
        },
      ),
    );
  });
});
