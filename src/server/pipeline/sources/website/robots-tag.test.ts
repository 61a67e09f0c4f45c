import { expect, test } from "vitest";
import { asksNotToFollow } from "#server/pipeline/sources/website/robots-tag.ts";

test.each([
  ["", false],
  ["noindex", false],
  ["NoFollow", true],
  ["none", true],
  ["noindex, nofollow", true],
  ["noarchive, nosnippet", false],
  ["googlebot: noindex, nofollow", false],
  ["winnow: nofollow", true],
  ["otherbot: noindex, winnow: none", true],
  ["unavailable_after: 25 Jun 2027 15:00:00 GMT, nofollow", true],
  ["max-snippet: 10, nofollow", true],
])("%s", (header, nofollow) => {
  expect(asksNotToFollow(header)).toBe(nofollow);
});
