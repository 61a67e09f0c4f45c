import { describe, expect, test } from "vitest";
import type { ScrapeSelectors, ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import type { PageReading } from "#server/pipeline/sources/website/extract/page-reading.ts";

interface Input {
  url?: string;
  type?: ScrapeTargetType;
  selectors?: ScrapeSelectors;
}

function read(
  html: string,
  { url = "https://acme.de/list?page=1", type = "website", selectors = null }: Input = {},
): PageReading {
  return extractPage({ html, url, type, selectors });
}

describe("links", () => {
  test.each([
    ["a relation", `<a rel="next" href="?page=2">→→</a>`, "?page=2"],
    ["a relation in the head", `<head><link rel="next" href="/list/2"></head>`, "/list/2"],
    ["a word", `<a href="/list/2">Next</a>`, "/list/2"],
    ["a word with an arrow", `<a href="/list/2">Nächste Seite »</a>`, "/list/2"],
    ["an arrow", `<a href="/list/2">›</a>`, "/list/2"],
    ["French", `<a href="/list/2">Suivant</a>`, "/list/2"],
    ["Spanish", `<a href="/list/2">Siguiente ></a>`, "/list/2"],
    ["Japanese", `<a href="/list/2">次へ</a>`, "/list/2"],
    ["Russian", `<a href="/list/2">Следующая</a>`, "/list/2"],
    ["the number after this one", `<b>1</b> <a href="?page=2">2</a> <a href="?page=3">3</a>`, "?page=2"],
    ["a label", `<a class="page-next" aria-label="Next page" href="/list/2"><svg></svg></a>`, "/list/2"],
  ])("to the next page are recognized by %s", (_, html, href) => {
    const next = read(html).links.filter(({ isNext }) => isNext);
    expect(next.map(({ url }) => url)).toEqual([new URL(href, "https://acme.de/list?page=1").href]);
  });

  test.each([
    `<a class="carousel-next" href="/x">›</a>`,
    `<a href="/x">Next steps for our customers</a>`,
    `<a href="?page=3">3</a>`,
    `<a rel="prev" href="?page=0">Previous</a>`,
  ])("that lead elsewhere aren't: %s", (html) => {
    expect(read(html).links.filter(({ isNext }) => isNext)).toEqual([]);
  });

  test("are rated by their text or path", () => {
    const html = `<a href="/kontakt">Kontakt</a><a href="/x">Impressum</a><a href="/team/">X</a><a href="/uber">Über uns</a><a href="/shop">Shop</a><div hidden><a href="/people">People</a></div>`;
    expect(read(html).links.map(({ kind }) => kind)).toEqual(["contact", "imprint", "team", "about", "other", "team"]);
  });

  test("are absolute, unique, without fragments, and lead only to pages", () => {
    const html = `<base href="https://acme.de/de/"><a href="a#x">A</a><a href="a#y">A</a><a href="#top">Top</a><a href="javascript:void(0)">J</a><a href="mailto:a@b.de">M</a><a href="tel:1">T</a><a href="http://[bad">B</a>`;
    const reading = read(html);
    expect(reading.links.map(({ url }) => url)).toEqual(["https://acme.de/de/a"]);
    expect(reading.baseUrl).toBe("https://acme.de/de/");
  });
});

describe("a page", () => {
  test("without text but with an application needs scripts", () => {
    expect(read(`<html><body><div id="root"></div><script src="/app.js"></script></body></html>`).needsScripts).toBe(
      true,
    );
    expect(
      read(
        `<html><body><p>${"Text of a page that says something. ".repeat(10)}</p><script src="/app.js"></script></body></html>`,
      ).needsScripts,
    ).toBe(false);
    expect(read(`<p>Short, and all there is.</p>`).needsScripts).toBe(false);
  });

  test("reports whether robots may follow its links", () => {
    expect(read(`<meta name="ROBOTS" content="NOINDEX, follow">`).nofollow).toBe(false);
    expect(read(`<meta name="ROBOTS" content="NOINDEX, NoFollow">`).nofollow).toBe(true);
    expect(read(`<meta name="robots" content="none">`).nofollow).toBe(true);
    expect(read(`<meta name="googlebot" content="nofollow">`).nofollow).toBe(false);
  });

  test("names its frames, title and language", () => {
    const reading = read(
      `<html lang="de-CH"><title> Acme \n GmbH </title><frameset><frame src="menu.htm"><frame src="main.htm"></frameset></html>`,
      { url: "https://acme.de/" },
    );
    expect(reading).toMatchObject({
      title: "Acme GmbH",
      language: "de-CH",
      frames: ["https://acme.de/menu.htm", "https://acme.de/main.htm"],
    });
  });

  test("explains why its content is no lead", () => {
    expect(read(`<p>webmaster@acme.de</p><p>Hosting: Host AG, help@host.de</p>`).dropped).toEqual([
      { value: "webmaster@acme.de", reason: "it belongs to the website's operator" },
      { value: "help@host.de", reason: "it belongs to the hosting company" },
    ]);
  });
});

describe("selectors", () => {
  test.each([
    ["descendants", `.none ${"div ".repeat(60)}p`],
    ["siblings", `.none ~ ${"p ~ ".repeat(60)}p`],
    ["siblings inside", ":has(~ p ~ p ~ p ~ .none)"],
  ])("with heavy backtracking through %s end, and report it", (_, record) => {
    const html = `${"<div>".repeat(200)}${"<p>x</p>".repeat(3_000)}<h3>Ann Lee</h3><p>ann.lee@acme.de</p>`;
    const { records, remarks } = read(html, { selectors: { record } });
    expect(records.map(({ email }) => email)).toContain("ann.lee@acme.de");
    expect(remarks[0]).toContain("takes too long on this page");
  });

  const html = `<ul>${["Ann Lee", "Bob May"].map((name, at) => `<li class="m"><i class="n">${name}</i><span class="r">Fan of tea</span><a class="e" href="mailto:m${at}@acme.de">write</a><span class="t">Ext. 030 12345${at}</span><a class="u" href="/m/${at}">more</a></li>`).join("")}</ul><p>Cyd Fox, cyd@acme.de</p><a class="more" href="/list?page=2">gimme more</a>`;

  test("define a record and its parts", () => {
    const { records, links } = read(html, {
      selectors: { record: ".m", name: ".n", title: ".r", email: ".e", phone: ".t", url: ".u", nextPage: ".more" },
    });
    expect(records).toMatchObject([
      { name: "Ann Lee", title: "Fan of tea", email: "m0@acme.de", phone: "030 123450", url: "https://acme.de/m/0" },
      { name: "Bob May", title: "Fan of tea", email: "m1@acme.de", phone: "030 123451", url: "https://acme.de/m/1" },
    ]);
    expect(records[0]?.methods).toMatchObject({ name: "selector", email: "selector" });
    expect(links.filter(({ isNext }) => isNext).map(({ url }) => url)).toEqual(["https://acme.de/list?page=2"]);
  });

  test("leave the rest to automatic reading", () => {
    expect(read(html, { selectors: { record: ".m", title: ".r" } }).records).toMatchObject([
      { name: "Ann Lee", title: "Fan of tea", email: "m0@acme.de" },
      { name: "Bob May", title: "Fan of tea", email: "m1@acme.de" },
    ]);
  });

  test("that are invalid or match nothing are reported and do no harm", () => {
    const { records, remarks } = read(html, { selectors: { record: ".m[[", name: "" } });
    expect(remarks).toEqual([`The selector for record, ".m[[", isn't a CSS selector.`]);
    expect(records.map(({ name }) => name)).toEqual(["Ann Lee", "Bob May", "Cyd Fox"]);
    expect(read(html, { selectors: { record: ".nothing" } }).remarks).toEqual([
      `Nothing on the page matches the selector for record, ".nothing".`,
    ]);
  });
});

describe("a profile at a network", () => {
  const head = `<meta property="og:type" content="profile"><meta property="og:title" content="Ann Lee - Head of Sales - Acme GmbH | LinkedIn"><meta property="og:description" content="Selling tools since 2005. ann@acme.de"><meta property="og:url" content="https://www.linkedin.com/in/annlee">`;

  test("is read from its metadata", () => {
    const { records, needsSignIn } = read(`<head>${head}</head><body><h1>Ann Lee</h1></body>`, {
      type: "social",
      url: "https://www.linkedin.com/in/annlee",
    });
    expect(needsSignIn).toBe(false);
    expect(records).toMatchObject([
      {
        kind: "person",
        name: "Ann Lee",
        title: "Head of Sales",
        company: "Acme GmbH",
        email: "ann@acme.de",
        url: "https://www.linkedin.com/in/annlee",
        description: "Selling tools since 2005. ann@acme.de",
      },
    ]);
  });

  test.each([
    ["by its address", "https://www.linkedin.com/authwall?trk=x", "<title>LinkedIn</title><p>Hello</p>"],
    [
      "by its title",
      "https://www.instagram.com/annlee/",
      "<title>Login • Instagram</title><p>Phone number, username, or email</p>",
    ],
    ["by its words", "https://www.facebook.com/acme", "<title>Facebook</title><div>You must log in to continue.</div>"],
    ["by its form", "https://x.com/annlee", `<title>X</title><form><input name=u><input type=password></form>`],
  ])("that requires a sign-in is reported %s", (_, url, html) => {
    const reading = read(html, { type: "social", url });
    expect(reading).toMatchObject({ needsSignIn: true, records: [] });
  });
});

test.each<[what: string, html: string, agreement: number | undefined]>([
  ["names that their addresses contain", "<p>Ann Lee, ann.lee@x.example</p><p>Bo Ray, bo.ray@x.example</p>", 1],
  ["a role address without a name", "<p>info@x.example</p>", 1],
  ["a personal address without its name", "<p>q7k2@x.example</p>", 0.5],
  ["no address", "<p>+49 89 1234567</p>", undefined],
])("agreement counts %s", (_, html, agreement) => {
  expect(read(`<h1>Contact</h1>${html}`).agreement).toBe(agreement);
});

test("a table with one row is read by its headers", () => {
  const heads = ["Company", "Contact person", "Industry", "E-mail", "Remarks"].map((head) => `<th>${head}</th>`);
  const cells = ["Acme Ltd", "Ann Lee", "Wholesale", "a.lee@acme.example", "Hires drivers"].map(
    (one) => `<td>${one}</td>`,
  );
  const { records } = read(`<table><tr>${heads.join("")}</tr><tr>${cells.join("")}</tr></table>`);
  expect(records).toMatchObject([
    { name: "Ann Lee", company: "Acme Ltd", industry: "Wholesale", description: "Hires drivers" },
  ]);
});

test("a number that the markup assigns to someone else isn't taken from the text", () => {
  const html = `<div class="vcard"><b class="fn">Bo Ray</b> <span class="tel">+44 121 496 0042</span></div>
    <div class="vcard"><b class="fn">Ann Lee</b> <a class="email" href="mailto:a.lee@acme.example">a.lee@acme.example</a></div>`;
  const { records } = read(html);
  expect(records.map(({ name, phone }) => [name, phone])).toEqual([
    ["Bo Ray", "+44 121 496 0042"],
    ["Ann Lee", ""],
  ]);
});
