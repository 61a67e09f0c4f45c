import { expect, it } from "vitest";
import { bulkNotice } from "#web/actions/bulk-words.ts";

it.each([
  ["all changed", [12, 0, 0], { title: "Success", description: "12 leads updated successfully" }],
  ["one changed", [1, 0, 0], { title: "Success", description: "1 lead updated successfully" }],
  [
    "some unchanged",
    [2, 1, 0],
    { title: "Success", description: "2 leads updated successfully", detail: "1 lead unchanged." },
  ],
  [
    "some deleted",
    [2, 0, 0],
    {
      title: "Success",
      description: "2 leads updated successfully",
      detail: "1 lead skipped: deleted or no longer in this list.",
    },
    3,
  ],
  ["all unchanged", [0, 3, 0], { title: "Success", description: "Nothing to change" }],
  [
    "canceled",
    [1000, 0, 1],
    { title: "Stopped", description: "1,000 leads updated successfully", detail: "1 lead not processed." },
  ],
] as const)("describes a result: %s", (_word, [changed, unchanged, left], expected, named: number | null = null) => {
  expect(bulkNotice({ changed, unchanged, left, actId: null }, "updated", named)).toEqual(expected);
});
