import { expect, it } from "vitest";
import { latestSearch, nowShown } from "#web/screens/leads/sent-searches.ts";

const typing = { shown: "", sent: ["an", "ann"] };

it("recognizes a sent search that the URL shows late or skips", () => {
  expect(latestSearch(typing)).toBe("ann");
  const late = nowShown(typing, "an");
  expect(late).toEqual({ searches: { shown: "an", sent: ["ann"] }, isForeign: false });
  expect(latestSearch(late.searches)).toBe("ann");
  expect(nowShown(typing, "ann")).toEqual({ searches: { shown: "ann", sent: [] }, isForeign: false });
});

it("drops what was sent when the search changes from elsewhere", () => {
  expect(nowShown(typing, "bo")).toEqual({ searches: { shown: "bo", sent: [] }, isForeign: true });
  expect(nowShown({ shown: "ann", sent: [] }, "")).toEqual({ searches: { shown: "", sent: [] }, isForeign: true });
});
