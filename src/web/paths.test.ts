import { describe, expect, it } from "vitest";
import { nearestPage, paths } from "#web/paths.ts";

describe("paths", () => {
  it.each([
    ["no view", paths.leads(), "/leads"],
    ["empty fields", paths.leads({ search: "", status: undefined }), "/leads"],
    ["a search with characters of its own", paths.leads({ search: "a&b=c d" }), "/leads?search=a%26b%3Dc+d"],
    ["a zero, which is a value", paths.leads({ minScore: 0 }), "/leads?minScore=0"],
    ["a lead with the list's filters", paths.lead("12", "?status=pending"), "/leads/12?status=pending"],
    ["an id that is not a number", paths.lead("a/b"), "/leads/a%2Fb"],
  ])("writes %s", (_word, path, expected) => {
    expect(path).toBe(expected);
  });
});

describe("nearestPage", () => {
  it.each([
    ["the setup guide's link", "/rules-keywords", "/rules"],
    ["a trailing slash", "/rules/", "/rules"],
    ["other case", "/Data-Sources", "/data-sources"],
    ["a missing letter", "/lead", "/leads"],
    ["swapped letters", "/ruels", "/rules"],
    ["the old underscore", "/email_settings", "/email-settings"],
    ["too deep", "/data-sources/12/edit", "/data-sources"],
    ["like nothing", "/wp-login.php", "/"],
    ["a single letter", "/x", "/"],
  ])("offers for %s", (_word, asked, expected) => {
    expect(nearestPage(asked).path).toBe(expected);
  });
});
