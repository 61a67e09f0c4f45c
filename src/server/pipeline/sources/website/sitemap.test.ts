import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readSitemap } from "#server/pipeline/sources/website/sitemap.ts";

const NOTHING = { pages: [], sitemaps: [] };
const set = (locations: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations}</urlset>`;

test("reads the pages of a sitemap, compressed or not", async () => {
  const text = set(
    "<url><loc> https://acme.example/a </loc></url><url><loc><![CDATA[https://acme.example/b?x=1&y=2]]></loc></url>" +
      "<url><loc>https://acme.example/c?x=1&amp;y=2</loc><image:image><image:loc>https://acme.example/i</image:loc></image:image></url><url><loc></loc></url>",
  );
  const pages = [
    "https://acme.example/a",
    "https://acme.example/b?x=1&y=2",
    "https://acme.example/c?x=1&y=2",
    "https://acme.example/i",
  ];
  expect(await readSitemap(Buffer.from(text))).toEqual({ pages, sitemaps: [] });
  expect(await readSitemap(gzipSync(text))).toEqual({ pages, sitemaps: [] });
});

test("reads the sitemaps of an index", async () => {
  const index = "<sitemapindex><sitemap><loc>https://acme.example/one.xml.gz</loc></sitemap></sitemapindex>";
  expect(await readSitemap(Buffer.from(index))).toEqual({ pages: [], sitemaps: ["https://acme.example/one.xml.gz"] });
});

test("reads a list of URLs", async () => {
  expect(await readSitemap(Buffer.from("https://acme.example/a\r\nhttps://acme.example/b\nnonsense\n"))).toEqual({
    pages: ["https://acme.example/a", "https://acme.example/b"],
    sitemaps: [],
  });
});

test.each([
  ["custom entities", '<!DOCTYPE x [<!ENTITY a "&b;&b;">]><urlset><loc>https://acme.example/&a;</loc></urlset>'],
  ["a page that says it is not there", "<!doctype html><p>Not found"],
  ["a bomb", gzipSync(Buffer.alloc(50_000_000))],
  ["what is not gzip after all", Buffer.from([0x1f, 0x8b, 0, 1, 2])],
  ["nothing", ""],
])("takes nothing from %s", async (_name, body) => {
  expect(await readSitemap(Buffer.from(body))).toEqual(NOTHING);
});

test("takes at most 200 URLs, and handles endless blanks", async () => {
  const many = set("<url><loc>https://acme.example/</loc></url>".repeat(500));
  expect((await readSitemap(Buffer.from(many))).pages).toHaveLength(200);
  const blanks = set(`<loc>${" ".repeat(2_000_000)}</loc>${"<loc>".repeat(100_000)}`);
  expect((await readSitemap(Buffer.from(blanks))).pages).toEqual([]);
});
