import { expect, test } from "vitest";
import { refusalIn, blocksCrawlers } from "#server/pipeline/sources/website/refusing-page.ts";
import type { Answer } from "#server/platform/guarded-fetch.ts";

const page = (status: number, body = "", headers: Answer["headers"] = {}): Answer => ({
  kind: "answered",
  url: "https://acme.example/",
  status,
  headers,
  body: Buffer.from(body),
  wireBytes: body.length,
});

test.each<[Answer, RegExp, boolean]>([
  [page(401), /sign-in \(401\)/u, true],
  [page(403), /blocks bots \(403\)/u, true],
  [page(404), /Page not found/u, false],
  [page(410), /Page not found/u, false],
  [page(418), /didn't return the page \(418\)/u, false],
  [page(429), /rate-limiting/u, true],
  [page(451), /legal/u, true],
  [page(500), /error \(500\)/u, false],
  [page(503), /error \(503\)/u, true],
  [page(999), /blocks bots/u, true],
  [page(403, "<title>Just a moment...</title>"), /^Cloudflare blocks bots/u, true],
  [page(200, "", { "cf-mitigated": "challenge" }), /^Cloudflare/u, true],
  [page(200, '<script src="/_Incapsula_Resource?x">'), /^Imperva/u, true],
  [page(200, "<script src=https://geo.captcha-delivery.com/x>"), /^DataDome/u, true],
  [page(403, "<TITLE>Access Denied</TITLE>"), /^Akamai/u, true],
])("%#: refuses access: %o", (answer, reason, isSite) => {
  expect(refusalIn(answer)).toMatch(reason);
  expect(blocksCrawlers(answer)).toBe(isSite);
});

test.each([
  page(200, "<p>Welcome</p>"),
  page(203, "<p>Welcome</p>"),
  page(200, `<p>How we got past px-captcha</p>${"text ".repeat(2_000)}`),
])("%#: an ordinary page", (answer) => {
  expect(refusalIn(answer)).toBeNull();
  expect(blocksCrawlers(answer)).toBe(false);
});
