import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { parseDocument } from "htmlparser2";
import {
  SCRAPE_TARGET_TYPES,
  ScrapeSelectors,
  SELECTOR_NAMES,
  type ScrapeTargetType,
} from "#shared/contract/scrape-target.ts";
import { decodePage } from "#server/pipeline/sources/website/charset.ts";
import { companyFacts } from "#server/pipeline/sources/website/extract/company/company-facts.ts";
import { extractPage } from "#server/pipeline/sources/website/extract/extract-page.ts";
import { PAGES } from "#server/pipeline/sources/website/extract/fixtures/pages.ts";
import { readSelected } from "#server/pipeline/sources/website/extract/selectors.ts";
import { SiteRecords } from "#server/pipeline/sources/website/extract/raw-lead.ts";
import { refreshTarget } from "#server/pipeline/sources/website/refresh-target.ts";
import { createRobots } from "#server/pipeline/sources/website/robots.ts";
import { asksNotToFollow } from "#server/pipeline/sources/website/robots-tag.ts";
import { readSitemap, SITEMAP_LIMITS } from "#server/pipeline/sources/website/sitemap.ts";
import type { FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { checkLeads } from "#test/fuzz/intake-check.ts";
import { seedsOfSuite, textSeeds, wordList } from "#test/fuzz/corpus.ts";

const URL_OF_PAGE = "https://www.acme.example/about/team.html";
const TAGS = wordList(
  "<div>¦</div>¦<table><tr><td>¦</table>¦<a href='mailto:¦<script>¦</script>¦<!--¦<![CDATA[",
  "<dl><dt>¦<svg>¦<template>¦<style>¦<base href='//¦<br>¦&#x110000;¦&commat;¦&#64;¦[at]",
  ' class="¦ href="¦ colspan=9999¦<meta charset="¦</body>¦<noscript>¦<iframe src=\'¦<p>¦ann@acme.de',
  "Tel: +49 30 123456¦<title>¦<select><option>¦<textarea>¦<h3>¦data:text/html,¦javascript:",
  "data-cfemail='",
);
const MARKUP = wordList(
  '<script type="application/ld+json">¦{"@type":"Person",¦"@graph":[¦"@id":"#x"',
  '"email":"¦{"a":[¦]}',
  ' itemscope¦ itemprop="email"¦ itemtype="https://schema.org/Person"¦ itemref="a b"¦ id="a"',
  "</script>",
  ' class="vcard"¦ class="h-card"¦ class="p-name"¦ class="u-email"¦ typeof="Person"',
  ' property="name"',
  "window.__STATE__ = {¦JSON.parse('¦\\u0000¦\\¦\"¦'¦<div¦<span>¦</div>¦ vocab=''¦null",
);
const LD =
  '<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization","@id":"#o","name":"Acme","email":"mailto:info@acme.example","telephone":"+49 30 1234567","address":{"@type":"PostalAddress","streetAddress":"Hauptstr. 5"}},{"@type":"Person","name":"Ann Lee","email":"ann@acme.example","worksFor":{"@id":"#o"}}]}</script>';
const MICRODATA =
  '<div itemscope itemtype="https://schema.org/Person" itemref="more"><span itemprop="name">Ann Lee</span><a itemprop="email" href="mailto:ann@acme.example">mail</a></div><p id="more"><span itemprop="telephone">+44 20 7946 0001</span></p>';
const STATE =
  '<script>window.__STATE__ = {team: [{name: "Ann Lee", email: \'ann@acme.example\', phone: "+44 20 7946 0001"}]};</script><script>var x = JSON.parse("{\\"name\\":\\"Bo\\",\\"email\\":\\"bo@acme.example\\"}")</script>';
const HCARD =
  '<div class="vcard"><span class="fn org">Acme GmbH</span><span class="tel"><span class="type">Fax</span><span class="value">+49 30 123499</span></span></div><p typeof="Person" vocab="https://schema.org/"><b property="name">Bo Berg</b><a property="email" href="mailto:bo@acme.example">x</a></p>';

/** Reads a page as a crawl does: decoded, parsed and turned into leads, which go through intake. */
function readPage(input: Buffer): void {
  const html = decodePage(input, input.length % 5 === 0 ? "text/html; charset=shift_jis" : "text/html");
  const type: ScrapeTargetType = SCRAPE_TARGET_TYPES[input.length % SCRAPE_TARGET_TYPES.length] ?? "website";
  const read = extractPage({ html, url: URL_OF_PAGE, type, selectors: null, companyPage: "imprint" });
  for (const { url } of read.links) assert.match(url, /^https?:\/\//u);
  for (const frame of read.frames) assert.ok(URL.canParse(frame), frame);
  for (const { email, phone, name, url } of read.records) assert.notEqual(email + phone + name + url, "");
  const facts = companyFacts([{ url: URL_OF_PAGE, hints: read.company ?? [] }]);
  for (const { value } of facts) assert.match(value, /\S/u);
  const target = refreshTarget(html, URL_OF_PAGE);
  if (target !== null) assert.ok(URL.canParse(target), target);
  const site = new SiteRecords(URL_OF_PAGE, type);
  site.add(URL_OF_PAGE, read);
  checkLeads(site.leads().leads.slice(0, 20));
}

const LISTING = parseDocument(
  `<ul>${'<li class="card"><h3>Ann Lee</h3><p title="CEO">CEO</p><a href="mailto:ann@acme.example">mail</a><a rel="next" href="?p=2">more</a></li>'.repeat(40)}</ul>`,
);

export const pageTargets: readonly FuzzTarget[] = [
  {
    name: "html",
    seeds: () => [
      ...textSeeds(...Object.values(PAGES).map(({ html }) => html)),
      ...seedsOfSuite("extruct/samples/misc", /\.html$/u),
      ...seedsOfSuite("talon/fixtures/html_replies", /\.html$/u),
    ],
    dictionary: TAGS,
    longest: 200_000,
    run: readPage,
  },
  {
    name: "markup",
    seeds: () => [
      ...textSeeds(LD, MICRODATA, STATE, HCARD),
      ...seedsOfSuite("extruct/samples", /\.(?:html|jsonld)$/u),
      ...seedsOfSuite("microformats/tests", /card.*\.html$|^[a-z-]+\.html$/u),
    ],
    dictionary: MARKUP,
    longest: 200_000,
    run: readPage,
  },
  {
    name: "selectors",
    seeds: () =>
      textSeeds(
        '{"record":"li.card","name":"h3","title":"p[title]","email":"a[href^=mailto]","nextPage":"a[rel~=next]"}',
        '{"record":"ul > li:nth-child(2n+1)","phone":"p:not(.x, .y) ~ a","url":":is(a, b):has(> c)"}',
        '{"name":"[data-a=\\"x\\" i]","company":"::before","address":"*|*","email":":contains(\'a\')"}',
      ),
    dictionary: [
      ...wordList(":not(¦:has(¦:is(¦)¦*¦ ¦>¦~¦+¦||¦[¦]¦=¦\\\"¦'¦^=¦ i]¦::before"),
      ...wordList(":nth-child(¦2n+1¦:scope¦:root¦:contains(¦,¦#¦.¦|¦\\\\¦li¦a¦:matches(¦h3"),
      ...SELECTOR_NAMES.map((name) => `","${name}":"`),
    ],
    longest: 4_000,
    run(input) {
      const selectors = ScrapeSelectors.safeParse(jsonIn(input.toString()));
      if (!selectors.success) return;
      const read = readSelected(LISTING, selectors.data, URL_OF_PAGE, () => null);
      assert.ok(read.remarks.every((remark) => remark !== ""));
      if (read.nextPage !== null) assert.ok(URL.canParse(read.nextPage), read.nextPage);
    },
  },
  {
    name: "robots",
    seeds: () => [
      ...textSeeds(
        "User-agent: *\nDisallow: /private/*.html$\nAllow: /private/team\nCrawl-delay: 2\nSitemap: https://www.acme.example/sitemap.xml\n",
        "\ufeffuser-agent: winnow\r\nuser-agent: googlebot\r\ndisallow:\r\n# comment\r\nDisallow: /*?*sort=\r\n",
        "noindex, winnow: nofollow, unavailable_after: 25 Jun 2030 15:00:00 PST, otherbot: none",
      ),
    ],
    dictionary: wordList(
      "User-agent: ¦Disallow: ¦Allow: ¦*¦$¦Crawl-delay: ¦Sitemap: ¦\n¦\r\n¦#¦%¦%2F",
      "Winnow¦/¦?¦&¦1e999¦-1¦none¦nofollow¦:¦,¦https://[::1]/¦\u0000",
    ),
    longest: 600_000,
    async run(input) {
      const robots = createRobots(
        {
          fetch: async (url) => ({
            kind: "answered",
            url,
            status: 200,
            headers: {},
            body: input,
            wireBytes: input.length,
          }),
          close: async () => {},
        },
        { clock: () => new Date(0), takeSlot: async () => () => {} },
      );
      const { signal } = new AbortController();
      const rules = await robots.rulesOf(new URL(URL_OF_PAGE), { userAgent: "Winnow", signal });
      assert.equal(typeof rules.isAllowed(new URL(URL_OF_PAGE)), "boolean");
      assert.equal(typeof rules.isAllowed(new URL(`https://www.acme.example/${"a*b/?x=".repeat(50)}`)), "boolean");
      assert.ok(rules.crawlDelayMilliseconds >= 0 && rules.crawlDelayMilliseconds <= 60_000);
      assert.equal(typeof asksNotToFollow(input.toString("latin1", 0, 4_000)), "boolean");
    },
  },
  {
    name: "sitemap",
    seeds: () => {
      const map =
        '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/?x=1&amp;y=2</loc></url><url><loc><![CDATA[https://a.example/b]]></loc></url></urlset>';
      const index = "<sitemapindex><sitemap><loc> https://a.example/sitemap2.xml.gz </loc></sitemap></sitemapindex>";
      return [
        ...textSeeds(map, index, "https://a.example/\nhttps://b.example/\r\n"),
        gzipSync(map),
        gzipSync(map.repeat(99)),
      ];
    },
    dictionary: [
      "<loc>",
      "</loc>",
      "<url>",
      "<sitemapindex>",
      "<urlset>",
      "<![CDATA[",
      "]]>",
      "<!DOCTYPE",
      "&amp;",
      "&lt;",
      "x:loc",
    ],
    longest: 300_000,
    async run(input) {
      const { pages, sitemaps } = await readSitemap(input);
      assert.ok(pages.length + sitemaps.length <= SITEMAP_LIMITS.addresses, "too many addresses");
    },
  },
];

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
