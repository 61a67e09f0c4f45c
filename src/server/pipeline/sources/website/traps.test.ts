import { expect, test } from "vitest";
import { shapeOf, trapIn } from "#server/pipeline/sources/website/traps.ts";

const trap = (path: string): string | null => trapIn(new URL(path, "https://acme.example/"));

test.each([
  "/",
  "/team",
  "/index.php?page=contact&lang=de",
  "/2026/05/a-post-about-pumps",
  "/events/annual-fair",
  "/events/2026/annual-fair",
  "/de/ueber-uns/team/vertrieb",
  "/members?page=17",
  "/kalender",
  "/company/year-2026",
])("%s is an ordinary page", (path) => {
  expect(trap(path)).toBeNull();
});

test.each([
  ["/calendar?month=5&year=2031", /calendar/u],
  ["/?year=2031&month=5", /calendar/u],
  ["/events/2031-05-03", /calendar/u],
  ["/events/2031/05/", /calendar/u],
  ["/kalender/2031-05", /calendar/u],
  ["/termine?datum=2031-05-01", /calendar/u],
  ["/a/b/a/b/a/b", /circles/u],
  [`/${"deep/".repeat(3)}`, /circles/u],
  [`/${Array.from({ length: 13 }, (_none, index) => `f${index}`).join("/")}`, /circles/u],
  ["/list?a=1&b=2&c=3&d=4&e=5&f=6&g=7&h=8&i=9", /parameters/u],
  [`/${"x".repeat(2_100)}`, /too long/u],
  ["/logout", /trigger an action/u],
  ["/shop/add-to-cart/7", /trigger an action/u],
  ["/wp-login.php", /trigger an action/u],
  ["/post?replytocom=5", /trigger an action/u],
  ["/item?action=delete&id=7", /trigger an action/u],
  ["/brochure.PDF", /file/u],
  ["/logo@2x.png?v=3", /file/u],
])("%s is skipped", (path, reason) => {
  expect(trap(path)).toMatch(reason);
});

test("pages of one template have one shape", () => {
  const shape = (path: string): string => shapeOf(new URL(path, "https://acme.example/"));
  expect(shape("/item/17?b=1&a=2")).toBe(shape("/item/233?a=9&b=x"));
  expect(shape("/item/17")).not.toBe(shape("/person/17"));
  expect(shape("/item?a=1")).not.toBe(shape("/item?b=1"));
});
