import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { safeHtml } from "#server/pipeline/mail/shown/safe-html.ts";
import { markupAttacks } from "#test/markup-attacks.ts";
import { rounds } from "#test/thorough.ts";

const NOBODY = "https://nobody.example";
const NO_PICTURES: ReadonlyMap<string, string> = new Map();
const PIXEL = "data:image/png;base64,iVBORw0KGgo=";
const made = (html: string, pictures = NO_PICTURES) => safeHtml(html, pictures);

/** Everything that an element may still have; anything else in a tag is found by this test. */
const ATTRIBUTES = new Set(
  `dir lang style align valign bgcolor border cellpadding cellspacing width height colspan rowspan nowrap span color face
  size src alt start type value data-link`.split(/\s+/u),
);
const TAGS =
  /^(?:abbr|address|article|aside|b|bdi|bdo|big|blockquote|br|caption|center|cite|code|col|colgroup|d[dltv]|del|details|dfn|div|em|figcaption|figure|font|footer|h[1-6r]|header|i|img|ins|kbd|li|main|mark|ol|p|pre|q|s|samp|section|small|span|strike|strong|su[bp]|summary|table|tbody|t[dhrt]|tfoot|thead|time|u|ul|var|wbr)$/u;

/** The parts of some HTML that a sandbox would have to stop. */
function dangersIn(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!TAGS.test(name)) found.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!ATTRIBUTES.has(attribute)) found.push(`<${name} ${attribute}>`);
        if (attribute === "src" && !/^data:image\/(?:png|jpe?g|gif|webp);base64,/u.test(value)) found.push(value);
        if (attribute === "style" && /url|image|expression|position|[\\@{}<>]|\/\*/iu.test(value)) found.push(value);
      }
    },
    oncomment: (text) => found.push(`<!--${text}`),
    onprocessinginstruction: (name) => found.push(name),
  });
  parser.write(html);
  parser.end();
  return found;
}

describe("neutralizes what was made to run or load", () => {
  test.each(Object.entries(markupAttacks(NOBODY)))("%s", (_name, attack) => {
    for (const markup of [attack, `<table><tr><td>${attack}</td></tr></table>`, `<b title='${attack}'>b</b>`]) {
      const { html = "" } = made(markup) ?? {};
      expect(dangersIn(html)).toEqual([]);
      // Safe HTML is stable: a browser that parses it has nothing to fix.
      expect(made(html)?.html).toBe(html.replaceAll(/ data-link="\d+"/gu, ""));
    }
  });

  test("and any mixture of its parts", () => {
    const parts = Object.values(markupAttacks(NOBODY)).flatMap((attack) => attack.split(/(?=[<"' ])/u));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (some) => {
        expect(dangersIn(made(some.join(""))?.html ?? "")).toEqual([]);
      }),
      { numRuns: rounds(300, 1_000) },
    );
  });
});

test("text formatting stays, without its active content", () => {
  const html = `<h1 style="color: #333; FONT-FAMILY: 'Open Sans', Arial; margin:0 auto">Hi</h1><table border="1" bgcolor="#fff"><tr><td width="50%" align="right">1</td></tr></table><ol start="3"><li>x</li></ol><p dir="rtl">שלום<br>&amp; &lt;</p><img src="cid:logo@acme" alt="Logo" width="20">`;
  expect(made(html, new Map([["logo@acme", PIXEL]]))).toEqual({
    html: `<h1 style="color:#333;font-family:Open Sans, Arial;margin:0 auto">Hi</h1><table border="1" bgcolor="#fff"><tr><td width="50%" align="right">1</td></tr></table><ol start="3"><li>x</li></ol><p dir="rtl">שלום<br />&amp; &lt;</p><img src="${PIXEL}" alt="Logo" width="20" />`,
    links: [],
    blockedImages: 0,
  });
});

test("a link keeps its text, and its real target is listed separately", () => {
  const html = `<a href="https://evil.example/login?to=bank.example">https://bank.example</a> <a href=" HTTPS://Bücher.example\\@evil.example/ ">shop</a> <a href="https://evil.example/login?to=bank.example">again</a> <a href="mailto:a@b.example">mail</a> <a href="/relative">here</a> <a href="javascript:x()">js</a> <u data-link="1">forged</u>`;
  expect(made(html)).toMatchObject({
    html: `<u data-link="1">https://bank.example</u> <u data-link="2">shop</u> <u data-link="1">again</u> <u data-link="3">mail</u> <u>here</u> <u>js</u> <u>forged</u>`,
    links: [
      "https://evil.example/login?to=bank.example",
      "https://xn--bcher-kva.example/@evil.example/",
      "mailto:a@b.example",
    ],
  });
});

test("remote pictures are counted and replaced by their alt texts", () => {
  const html = `<img src="https://t.example/logo.png" alt="Acme <b>"><img src="//t.example/x"><img src="cid:gone" alt="gone"><img src="data:image/svg+xml,x"><img>`;
  expect(made(html)).toMatchObject({
    html: "<span>Acme &lt;b&gt;</span><span></span><span>gone</span><span></span><span></span>",
    blockedImages: 2,
  });
});

test("a picture shown very often is limited", () => {
  const picture = `data:image/png;base64,${"A".repeat(1_000_000)}`;
  const shown = safeHtml('<img src="cid:logo">'.repeat(20_000), new Map([["logo", picture]]))?.html ?? "";
  expect(shown.split(picture).length - 1).toBe(Math.floor(LIMITS.mailbox.shownPictures / picture.length));
});

test("very many links and very long HTML are limited", () => {
  const links = Array.from({ length: 300 }, (_none, number) => `<a href="https://a.example/${number}">x</a>`).join("");
  expect(made(links)?.links).toHaveLength(LIMITS.mailbox.shownLinks);
  expect(made("x".repeat(2 * LIMITS.mailbox.shownLength))?.html).toHaveLength(LIMITS.mailbox.shownLength);
});

test.each(["<b>", "<div>", "<svg>", "<noscript>", "<table><tr><td>", "<blockquote><p>"])(
  "%s without an end isn't shown, instead of taking minutes to parse",
  (tag) => {
    expect(made(tag.repeat(LIMITS.mailbox.shownLength / tag.length))).toBeNull();
    expect(made(tag.repeat(100))).not.toBeNull();
  },
);
