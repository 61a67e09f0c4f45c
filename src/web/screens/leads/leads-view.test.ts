import { describe, expect, it } from "vitest";
import { LEAD_SORTS } from "#shared/contract/lead.ts";
import { paths } from "#web/paths.ts";
import {
  addressOf,
  DEFAULT_VIEW,
  exportViewOf,
  isFiltered,
  type LeadsView,
  listViewOf,
  readView,
} from "#web/screens/leads/leads-view.ts";

function read(query: string): LeadsView {
  return readView(new URLSearchParams(query));
}

describe("readView", () => {
  it.each([
    ["nothing", "", {}],
    [
      "all there is",
      "search=ada&status=approved&sort=-score&source=google_sheets&minScore=60",
      {
        search: "ada",
        status: "approved",
        sort: "-score",
        source: "google_sheets",
        minScore: 60,
      },
    ],
    ["a status there is not", "status=won", {}],
    ["All Status", "status=all", {}],
    ["an order there is not", "sort=toString", {}],
    ["a score that is no number", "minScore=high", {}],
    ["a negative score", "minScore=-1", {}],
    ["a score above the scale", "minScore=999", { minScore: 100 }],
    ["spaces around a search", "search=%20ada%20", { search: "ada" }],
    ["a search that is too long", `search=${"a".repeat(300)}`, { search: "a".repeat(200) }],
  ])("reads %s", (_word, query, expected) => {
    expect(read(query)).toEqual({ ...DEFAULT_VIEW, ...expected });
  });

  it.each(LEAD_SORTS)("knows the order %s", (sort) => {
    expect(read(`sort=${sort}`).sort).toBe(sort);
  });
});

it("writes an address that reads as the same view, and a plain one for the default", () => {
  const view: LeadsView = { search: "a&b", status: "pending", sort: "company", source: "manual", minScore: 80 };
  expect(read(paths.leads(addressOf(view)).split("?")[1] ?? "")).toEqual(view);
  expect(paths.leads(addressOf(DEFAULT_VIEW))).toBe("/leads");
});

it("asks for a list without the filters that leave nothing out", () => {
  expect(listViewOf(DEFAULT_VIEW)).toEqual({ sort: "-createdAt" });
});

it.each([
  ["all", "qualified"],
  ["rejected", "rejected"],
] as const)("with %s chosen exports the %s leads, searched alike", (status, exported) => {
  const view = exportViewOf({ ...DEFAULT_VIEW, search: "ada", status });
  expect(view).toEqual({ sort: "-createdAt", search: "ada", status: exported });
});

it("counts another order as no filter", () => {
  expect(isFiltered({ ...DEFAULT_VIEW, sort: "name" })).toBe(false);
  expect(isFiltered({ ...DEFAULT_VIEW, minScore: 1 })).toBe(true);
});
