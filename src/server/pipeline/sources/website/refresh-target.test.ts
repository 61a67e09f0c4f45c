import { expect, test } from "vitest";
import { refreshTarget } from "#server/pipeline/sources/website/refresh-target.ts";

test.each([
  [`<meta http-equiv="refresh" content="0; url=/de/">`, "https://acme.example/de/"],
  [`<META HTTP-EQUIV=Refresh CONTENT="5;URL='start.htm'">`, "https://acme.example/start.htm"],
  [`<meta content="0;url=https://other.example/?a=1&amp;b=2" http-equiv='refresh'>`, "https://other.example/?a=1&b=2"],
  [`<meta http-equiv="refresh" content="0, /x">`, "https://acme.example/x"],
  [`<meta http-equiv="refresh" content="300; url=/news">`, null],
  [`<meta http-equiv="refresh" content="10">`, null],
  [`<meta http-equiv="refresh" content="10; url=https://acme.example/">`, null],
  [`<meta name="refresh" content="0; url=/x">`, null],
  [`<meta http-equiv="refresh" content="0; url=http://[">`, null],
  [`<p>${" ".repeat(9_000)}<meta http-equiv="refresh" content="0; url=/late">`, null],
])("%s", (html, target) => {
  expect(refreshTarget(html, "https://acme.example/")).toBe(target);
});
