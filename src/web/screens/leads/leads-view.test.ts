import { describe, expect, it } from "vitest";
import { LEAD_SORTS } from "#shared/contract/lead.ts";
import { paths } from "#web/paths.ts";
import { momentOf } from "#web/format/day.ts";
import { startOfAdded } from "#web/screens/leads/lead-dates.ts";
import {
  addressOf,
  DEFAULT_VIEW,
  exportViewOf,
  isFiltered,
  type LeadsView,
  listViewOf,
  readView,
  withoutFilters,
} from "#web/screens/leads/leads-view.ts";

const NOW = new Date(2026, 4, 20, 12).getTime();

function read(query: string): LeadsView {
  return readView(new URLSearchParams(query));
}

describe("readView", () => {
  it.each([
    ["nothing", "", {}],
    [
      "all there is",
      "search=ada&status=approved&sort=-score&source=google_sheets&minScore=60&maxScore=79&keyword=demo&missing=phone" +
        "&added=7d&columns=lead,score&view=12",
      {
        search: "ada",
        status: "approved",
        sort: "-score",
        source: "google_sheets",
        minScore: 60,
        maxScore: 79,
        keyword: "demo",
        missing: "phone",
        added: "7d",
        columns: ["lead", "score"],
        saved: "12",
      },
    ],
    ["a span of days", "from=2026-01-01&to=2026-02-01", { from: "2026-01-01", to: "2026-02-01" }],
    ["how long ago before a span", "added=today&from=2026-01-01", { added: "today" }],
    ["a day there is not", "from=2026-13-01&to=soon", {}],
    ["how long ago there is not", "added=toString", {}],
    ["information that is not asked for", "missing=shoe", {}],
    ["a status there is not", "status=won", {}],
    ["All Status", "status=all", {}],
    ["an order there is not", "sort=toString", {}],
    ["a score that is no number", "minScore=high", {}],
    ["a negative score", "minScore=-1", {}],
    ["a score above the scale", "minScore=999", { minScore: 100 }],
    ["scores turned round", "minScore=90&maxScore=10", { minScore: 10, maxScore: 90 }],
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
  const view: LeadsView = {
    search: "a&b",
    status: "pending",
    sort: "company",
    source: "manual",
    minScore: 80,
    maxScore: 90,
    keyword: "büro & co",
    missing: "need",
    added: "",
    from: "2026-01-01",
    to: "2026-01-08T10:00:00.000Z",
    columns: ["lead", "phone"],
    saved: "7",
  };
  expect(read(paths.leads(addressOf(view)).split("?")[1] ?? "")).toEqual(view);
  expect(paths.leads(addressOf(DEFAULT_VIEW))).toBe("/leads");
});

it("asks for a list without the filters that leave nothing out", () => {
  expect(listViewOf(DEFAULT_VIEW, NOW)).toEqual({ sort: "-createdAt" });
});

it("asks for spans of time as moments", () => {
  expect(listViewOf({ ...DEFAULT_VIEW, added: "7d" }, NOW)).toMatchObject({ from: startOfAdded("7d", NOW) });
  expect(listViewOf({ ...DEFAULT_VIEW, from: "2026-01-01", to: "2026-02-01" }, NOW)).toMatchObject({
    from: momentOf("2026-01-01"),
    to: momentOf("2026-02-01"),
  });
});

it.each([
  ["all", "qualified"],
  ["rejected", "rejected"],
] as const)("with %s chosen exports the %s leads, searched alike", (status, exported) => {
  const view = exportViewOf(listViewOf({ ...DEFAULT_VIEW, search: "ada", status }, NOW));
  expect(view).toEqual({ sort: "-createdAt", search: "ada", status: exported });
});

it("counts another order or column as no filter, and keeps them when the filters go", () => {
  const view: LeadsView = { ...DEFAULT_VIEW, sort: "name", columns: ["lead"], saved: "3" };
  expect(isFiltered(view)).toBe(false);
  for (const filter of [{ minScore: 1 }, { maxScore: 99 }, { added: "today" }, { keyword: "demo" }] as const) {
    expect(isFiltered({ ...DEFAULT_VIEW, ...filter })).toBe(true);
    expect(withoutFilters({ ...view, ...filter })).toEqual({ ...view, saved: "" });
  }
});
