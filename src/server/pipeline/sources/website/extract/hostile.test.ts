import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SCRAPE_TARGET_TYPES } from "#shared/contract/scrape-target.ts";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import type { PageReading } from "#server/pipeline/sources/website/extract/page-reading.ts";

function read(html: string, type: (typeof SCRAPE_TARGET_TYPES)[number] = "website"): PageReading {
  return extractPage({ html, url: "https://acme.de/", type, selectors: null });
}

const CARD = `<div><h3>Ann Lee</h3><p>ann.lee@acme.de</p></div>`;
const MANY = 100_000;

/** Each would take minutes, or the stack, with quadratic work. The test is that it ends. */
const HOSTILE: Readonly<Record<string, string>> = {
  "deep nesting": `${"<div>".repeat(MANY)}${CARD}${"</div>".repeat(MANY)}`,
  "deep inline nesting": `${"<b>".repeat(MANY)}${CARD}`,
  "end tags of nothing": `${"<div>".repeat(500)}${"</span>".repeat(MANY)}${CARD}`,
  "unclosed paragraphs": `${"<p>a".repeat(MANY)}${CARD}`,
  "unclosed fonts": `${"<font>a".repeat(5_000)}${CARD}`,
  "tables in tables": `${"<table><tr><td>".repeat(2_000)}${CARD}`,
  "a table of very wide cells": `${CARD}<table>${'<tr><td colspan="1000000" rowspan="1000000">x@acme.de'.repeat(500)}</table>`,
  "items in items": `${'<div itemscope itemprop="employee" itemtype="https://schema.org/Person">'.repeat(400)}${"</div>".repeat(400)}${CARD}`,
  "items that refer to each other": `${Array.from({ length: 200 }, (_, at) => `<div id="i${at}" itemscope itemref="i${(at + 1) % 200} i${(at + 7) % 200}"></div>`).join("")}${CARD}`,
  "cards in cards": `${'<div class="vcard"><span class="fn">'.repeat(240)}${"</span></div>".repeat(240)}${CARD}`,
  "deep JSON": `<script type="application/ld+json">${'{"a":['.repeat(MANY)}</script>${CARD}`,
  "an object of very many keys": `<script type="application/json">{"email":"",${Array.from({ length: 150_000 }, (_, at) => `"k${at}":[]`).join()}}</script>${CARD}`,
  "JSON-LD of very many keys": `<script type="application/ld+json">{${Array.from({ length: 150_000 }, (_, at) => `"k${at}":[]`).join()}}</script>${CARD}`,
  "spaces in JSON-LD that is none": `<script type="application/ld+json">{"a":1${" ".repeat(MANY)}x</script>${CARD}`,
  "comments in JSON-LD that do not end": `<script type="application/ld+json">{${"/* <!-- ".repeat(MANY)}</script>${CARD}`,
  "a string in JSON-LD that does not end": `<script type="application/ld+json">{"${String.raw`\"`.repeat(MANY)}</script>${CARD}`,
  "wide JSON-LD that shares a node": `<script type="application/ld+json">{"@graph":[{"@id":"#x","@type":"Person","knows":[${'{"@id":"#x"},'.repeat(2_000)}{"@id":"#x"}]}]}</script>${CARD}`,
  "brackets in a script": `<script>var a = ${"[{".repeat(MANY)} "email" </script>${CARD}`,
  "many assignments in a script": `<script>${"x = [".repeat(MANY)} email </script>${CARD}`,
  "at signs": `<p>${"a@".repeat(MANY)}</p>${CARD}`,
  digits: `<p>${"1-".repeat(MANY)}</p>${CARD}`,
  "capitals in a link": `<a href="mailto:x@acme.de">${"A".repeat(10 * MANY)}</a>${CARD}`,
  commas: `<p>${"Ann Lee, ".repeat(MANY)}x@acme.de</p>${CARD}`,
  "commas between spaces": `<p>Ann Lee${" ,".repeat(MANY)} x@acme.de</p>${CARD}`,
  "brackets that stand for nothing": `<p>020 ${"<".repeat(MANY)}4${"<".repeat(MANY)}</p>${CARD}`,
  "colons in a table": `<table><tr><td>a${":".repeat(MANY)}b<td>${";".repeat(MANY)}x</table>${CARD}`,
  "slashes in a type": `<p itemscope itemtype="https://schema.org${"/".repeat(MANY)}x">a</p>${CARD}`,
  "an address in an attribute that does not end": `<i data-email="a@${".".repeat(MANY)} ">x</i>${CARD}`,
  "spaces in a title": `<meta property="og:title" content="${" (@".repeat(MANY)}">${CARD}`,
  "comments in a selector": `<style>${"/*".repeat(MANY)}{display:none}</style>${CARD}`,
  "inline elements": `<p>${"<i>a</i>".repeat(50_000)}</p>${CARD}`,
  "a style sheet of braces": `<style>${".a{".repeat(MANY)}</style>${CARD}`,
  "comments that do not end": `${CARD}${"<!-- ".repeat(MANY)}`,
  "attributes that do not end": `${CARD}<a href="${"x".repeat(1_000_000)}`,
};

describe("a hostile page", () => {
  test.each(Object.entries(HOSTILE))("with %s is read to its end", (_, html) => {
    expect(read(html).records.map(({ email }) => email)).toContain("ann.lee@acme.de");
  });

  test("with 3,000 people returns all of them", () => {
    const html = Array.from(
      { length: 3_000 },
      (_, at) => `<div class="c"><h3>Ann Lee</h3><p>ann${at}@acme.de</p><p>+49 30 ${1_000_000 + at}</p></div>`,
    ).join("");
    expect(read(html).records).toHaveLength(3_000);
  });
});

test("never throws on any input", () => {
  const tag = fc.constantFrom(
    "<div>",
    "</div>",
    "<table><tr><td>",
    "</table>",
    "<a href='mailto:x'>",
    "<script>",
    "</script>",
    '<b itemscope itemprop="a">',
    '<i class="vcard fn">',
    "<!--",
    "<![CDATA[",
    "<dl><dt>",
    "<svg>",
    "<template>",
    '<p typeof="Person" property="name">',
    "<br>",
    "&#x110000;",
    "&commat;",
    "\u0000",
    "\uD800",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("ann@acme.de", "Ann Lee", "Tel: +49 30 123456", "Fax", "CEO", "GmbH", "{", "}", '"email":'),
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(tag, text), { maxLength: 60 }),
      fc.constantFrom(...SCRAPE_TARGET_TYPES),
      (parts, type) => {
        const { records } = read(parts.join(""), type);
        expect(records.every(({ email, phone, name }) => `${email}${phone}${name}` !== "")).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
