import { describe, expect, it } from "vitest";
import { paths } from "#web/paths.ts";

describe("paths", () => {
  it.each([
    ["no view", paths.leads(), "/leads"],
    ["empty fields", paths.leads({ search: "", status: undefined }), "/leads"],
    ["a search with special characters", paths.leads({ search: "a&b=c d" }), "/leads?search=a%26b%3Dc+d"],
    ["a zero, which is a value", paths.leads({ minScore: 0 }), "/leads?minScore=0"],
    ["a lead with the list's filters", paths.lead("12", "?status=pending"), "/leads/12?status=pending"],
    ["an id that isn't a number", paths.lead("a/b"), "/leads/a%2Fb"],
    ["a card", paths.card("configuration", "Lead processing"), "/configuration#lead-processing"],
    ["a saved view", paths.savedView({ id: "7", query: "status=pending" }), "/leads?status=pending&view=7"],
    ["a saved view of all leads", paths.savedView({ id: "7", query: "" }), "/leads?view=7"],
  ])("builds %s", (_word, path, expected) => {
    expect(path).toBe(expected);
  });
});
