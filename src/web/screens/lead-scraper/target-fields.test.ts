import { expect, test } from "vitest";
import { SELECTOR_NAMES } from "#shared/contract/scrape-target.ts";
import { TargetFields, type TargetValues } from "#web/screens/lead-scraper/target-fields.ts";

const VALUES: TargetValues = {
  name: "Chamber of commerce",
  url: "https://chamber.example",
  type: "directory",
  isActive: true,
  scrapeFrequency: "daily",
  maxPages: "30",
  maxDepth: "0",
  renderScripts: false,
  selectors: Object.fromEntries(SELECTOR_NAMES.map((name) => [name, ""])) as TargetValues["selectors"],
};

test.each<[Partial<TargetValues>, string]>([
  [{ maxPages: "" }, "Page limit is required"],
  [{ maxPages: "0" }, "Page limit must be at least 1"],
  [{ maxPages: "9999" }, "Page limit must be at most 5,000"],
  [{ maxPages: "2.5" }, "Page limit must be a whole number"],
  [{ maxDepth: "" }, "Depth limit is required"],
  [{ maxDepth: "11" }, "Depth limit must be at most 10"],
])("rejects %j: %s", (more, message) => {
  expect(TargetFields.safeParse({ ...VALUES, ...more }).error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test("accepts the limits of a new target, and omits blank selectors", () => {
  expect(TargetFields.parse(VALUES)).toMatchObject({ maxPages: 30, maxDepth: 0, selectors: null });
});
