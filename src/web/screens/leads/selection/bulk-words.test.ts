import { expect, it } from "vitest";
import { bulkNotice } from "#web/screens/leads/selection/bulk-words.ts";

it.each([
  ["all changed", [12, 0, 0], { title: "Success", description: "12 leads updated successfully" }],
  ["one changed", [1, 0, 0], { title: "Success", description: "1 lead updated successfully" }],
  [
    "some were so already",
    [2, 1, 0],
    { title: "Success", description: "2 leads updated successfully", detail: "1 lead had nothing to change." },
  ],
  [
    "some were gone",
    [2, 0, 0],
    { title: "Success", description: "2 leads updated successfully", detail: "1 lead was deleted meanwhile." },
    3,
  ],
  ["all were so already", [0, 3, 0], { title: "Success", description: "No lead had anything to change" }],
  [
    "it was cancelled",
    [1000, 0, 1],
    { title: "Stopped", description: "1,000 leads updated successfully", detail: "1 lead was not reached." },
  ],
] as const)("says that %s", (_word, [changed, unchanged, left], expected, named: number | null = null) => {
  expect(bulkNotice({ changed, unchanged, left, actId: null }, "updated", named)).toEqual(expected);
});
