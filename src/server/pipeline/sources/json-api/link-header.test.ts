import { expect, test } from "vitest";
import { nextLink } from "#server/pipeline/sources/json-api/link-header.ts";

test.each([
  ['<https://a.example/?page=2>; rel="next"', "https://a.example/?page=2"],
  ['<https://a.example/?page=1>; rel="prev", <https://a.example/?page=3>; rel="next"', "https://a.example/?page=3"],
  ["</rows?page=2>;rel=next", "/rows?page=2"],
  ['</rows?a=1,2;b>; title="x, \\"y\\"; z" ; REL="Last  NEXT"', "/rows?a=1,2;b"],
  ['</a>; rel="prev"', null],
  ['</a>; rel="nextpage"', null],
  ["</a", null],
  ["", null],
  ["<".repeat(30_000), null],
  [`<a>${";".repeat(30_000)}`, null],
])("%.60s", (header, expected) => {
  expect(nextLink(header)).toBe(expected);
});
