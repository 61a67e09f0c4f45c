import { describe, expect, it } from "vitest";
import { nearestPage } from "#web/layout/nearest-page.ts";

describe("nearestPage", () => {
  it.each([
    ["the setup guide's link", "/rules-keywords", "/rules"],
    ["a trailing slash", "/rules/", "/rules"],
    ["different case", "/Data-Sources", "/data-sources"],
    ["a missing letter", "/lead", "/leads"],
    ["swapped letters", "/ruels", "/rules"],
    ["the old underscore", "/email_settings", "/email-settings"],
    ["a path that is too deep", "/data-sources/12/edit", "/data-sources"],
    ["a path like no other", "/wp-login.php", "/"],
    ["a single letter", "/x", "/"],
  ])("suggests a page for %s", (_word, asked, expected) => {
    expect(nearestPage(asked).path).toBe(expected);
  });
});
