import { expect, test } from "vitest";
import { robotsDirectives } from "#server/sources/website/robots-directives.ts";

test.each([
  ["", false, false],
  ["noindex", true, false],
  ["NoFollow", false, true],
  ["none", true, true],
  ["noindex, nofollow", true, true],
  ["noarchive, nosnippet", false, false],
  ["googlebot: noindex, nofollow", false, false],
  ["winnow: noindex", true, false],
  ["otherbot: nofollow, winnow: noindex", true, false],
  ["unavailable_after: 25 Jun 2027 15:00:00 GMT, noindex", true, false],
  ["max-snippet: 10, nofollow", false, true],
])("%s", (header, noindex, nofollow) => {
  expect(robotsDirectives(header)).toEqual({ noindex, nofollow });
});
