import { describe, expect, it } from "vitest";
import { LEAD_SORTS } from "#shared/contract/leads/lead.ts";
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
  withKnownSort,
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
      "search=ada&status=approved&stage=qualified&sort=-score&source=google_sheets&minScore=60&maxScore=79&keyword=demo&missing=phone" +
        "&addressQuality=risky&added=7d&layout=board&by=segment&columns=lead,score&view=12",
      {
        search: "ada",
        status: "approved",
        stage: "qualified",
        sort: "-score",
        source: "google_sheets",
        minScore: 60,
        maxScore: 79,
        keyword: "demo",
        missing: "phone",
        addressQuality: "risky",
        added: "7d",
        layout: "board",
        by: "segment",
        columns: ["lead", "score"],
        saved: "12",
      },
    ],
    ["a date range", "from=2026-01-01&to=2026-02-01", { from: "2026-01-01", to: "2026-02-01" }],
    ["a relative range over absolute dates", "added=today&from=2026-01-01", { added: "today" }],
    ["an invalid day", "from=2026-13-01&to=soon", {}],
    ["an unknown relative range", "added=toString", {}],
    ["unknown missing information", "missing=shoe", {}],
    ["an unknown status", "status=won", {}],
    ["an unknown stage", "stage=won", {}],
    ["an unknown layout", "layout=calendar", {}],
    ["All Status", "status=all", {}],
    ["an unknown sort order", "sort=toString", {}],
    ["a score that isn't a number", "minScore=high", {}],
    ["a negative score", "minScore=-1", {}],
    ["a score above the scale", "minScore=999", { minScore: 100 }],
    ["a reversed score range", "minScore=90&maxScore=10", { minScore: 10, maxScore: 90 }],
    ["conditions on custom fields that aren't any", "fields=budget:least:3", {}],
    ["a custom field to sort by", "sort=-fields.budget", { sort: "-fields.budget" }],
    ["spaces around a search", "search=%20ada%20", { search: "ada" }],
    ["a search that is too long", `search=${"a".repeat(300)}`, { search: "a".repeat(200) }],
  ])("reads %s", (_word, query, expected) => {
    expect(read(query)).toEqual({ ...DEFAULT_VIEW, ...expected });
  });

  it.each(LEAD_SORTS)("accepts the sort order %s", (sort) => {
    expect(read(`sort=${sort}`).sort).toBe(sort);
  });
});

it("writes a URL that reads as the same view, and an empty one for the default", () => {
  const view: LeadsView = {
    search: "a&b",
    status: "pending",
    stage: "incoming",
    sort: "company",
    source: "manual",
    minScore: 80,
    maxScore: 90,
    keyword: "büro & co",
    missing: "need",
    addressQuality: "bad",
    owner: "me",
    tags: ["3", "7"],
    tagMatch: "all",
    fields: "budget:min:1000,note:is:a%2Cb",
    added: "",
    from: "2026-01-01",
    to: "2026-01-08T10:00:00.000Z",
    changedFrom: "2026-01-09T08:00:00.000Z",
    nextStep: "today",
    company: "@acme.example",
    layout: "board",
    by: "segment",
    columns: ["lead", "phone"],
    saved: "7",
  };
  expect(read(paths.leads(addressOf(view)).split("?")[1] ?? "")).toEqual(view);
  expect(paths.leads(addressOf(DEFAULT_VIEW))).toBe("/leads");
});

it("keeps columns in the browser outside of saved views, unless the URL has some", () => {
  const columns = ["lead", "phone"] as const;
  const query = (view: LeadsView): string => paths.leads(addressOf(view, columns));
  expect(readView(new URLSearchParams(), columns).columns).toBe(columns);
  expect(readView(new URLSearchParams("columns=score"), columns).columns).toEqual(["lead", "score"]);
  expect(readView(new URLSearchParams("view=7"), columns).columns).toBe(DEFAULT_VIEW.columns);
  expect(query({ ...DEFAULT_VIEW, columns })).toBe("/leads");
  expect(query(DEFAULT_VIEW)).toBe(`/leads?columns=${DEFAULT_VIEW.columns.join("%2C")}`);
  expect(query({ ...DEFAULT_VIEW, saved: "7" })).toBe("/leads?view=7");
});

it("omits filters that exclude nothing", () => {
  expect(listViewOf(DEFAULT_VIEW, NOW)).toEqual({ sort: "-createdAt" });
});

it("converts date ranges to timestamps", () => {
  expect(listViewOf({ ...DEFAULT_VIEW, added: "7d" }, NOW)).toMatchObject({ from: startOfAdded("7d", NOW) });
  expect(listViewOf({ ...DEFAULT_VIEW, from: "2026-01-01", to: "2026-02-01" }, NOW)).toMatchObject({
    from: momentOf("2026-01-01"),
    to: momentOf("2026-02-01"),
  });
});

it("falls back to the default order if the field that the list is sorted by was deleted", () => {
  const view: LeadsView = { ...DEFAULT_VIEW, sort: "-fields.budget", saved: "7" };
  expect(withKnownSort(view, [])).toEqual({ ...view, sort: "-createdAt" });
  expect(withKnownSort(view, [{ key: "budget" }])).toBe(view);
  expect(withKnownSort(view, undefined)).toBe(view);
  expect(withKnownSort(DEFAULT_VIEW, [])).toBe(DEFAULT_VIEW);
});

it.each([
  ["all", "qualified"],
  ["rejected", "rejected"],
] as const)("with %s selected, exports the %s leads of the same search", (status, exported) => {
  const view = exportViewOf(listViewOf({ ...DEFAULT_VIEW, search: "ada", status }, NOW));
  expect(view).toEqual({ sort: "-createdAt", search: "ada", status: exported });
});

it("doesn't count sort order, layout or columns as filters, and keeps them when clearing", () => {
  const view: LeadsView = { ...DEFAULT_VIEW, sort: "name", layout: "board", columns: ["lead"], saved: "3" };
  expect(isFiltered(view)).toBe(false);
  for (const filter of [{ minScore: 1 }, { maxScore: 99 }, { added: "today" }, { keyword: "demo" }] as const) {
    expect(isFiltered({ ...DEFAULT_VIEW, ...filter })).toBe(true);
    expect(withoutFilters({ ...view, ...filter })).toEqual(view);
  }
});
