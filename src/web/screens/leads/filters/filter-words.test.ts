import { expect, it } from "vitest";
import { filterWords, scoreWords } from "#web/screens/leads/filters/filter-words.ts";
import { DEFAULT_VIEW, type LeadsView } from "#web/screens/leads/leads-view.ts";

it.each([
  [80, 100, "80 and above"],
  [0, 59, "up to 59"],
  [60, 79, "60 to 79"],
  [45, 45, "exactly 45"],
  [100, 100, "exactly 100"],
])("describes scores from %d to %d", (minScore, maxScore, words) => {
  expect(scoreWords({ minScore, maxScore })).toBe(words);
});

it("names each filter except the search, with the change that removes it", () => {
  const view: LeadsView = {
    ...DEFAULT_VIEW,
    search: "ada",
    status: "pending",
    minScore: 60,
    source: "google_sheets",
    added: "7d",
    keyword: "demo",
    missing: "phone",
    addressQuality: "bad",
    owner: "5",
  };
  const filters = filterWords(view, { team: [{ id: "5", username: "Ann", isActive: true }] });
  expect(filters.map(({ name, words }) => `${name} ${words}`)).toEqual([
    "Status Pending",
    "Score 60 and above",
    "Owner Ann",
    "Source Google Sheets",
    "Added last 7 days",
    "Keyword demo",
    "Email quality bad",
    "Missing phone",
  ]);
  const without = Object.assign({}, view, ...filters.map((filter) => filter.without)) as LeadsView;
  expect(without).toEqual({ ...DEFAULT_VIEW, search: "ada" });
});

it("names conditions on custom fields, together for each field", () => {
  const fields = "budget:min:2000,tier:is:Gold,budget:max:12500,tier:is:None,note:contains:a%2Cb,size:empty";
  const filters = filterWords({ ...DEFAULT_VIEW, fields }, { fieldName: (key) => key.toUpperCase() });
  expect(filters.map(({ name, words }) => `${name} ${words}`)).toEqual([
    "BUDGET 2000 to 12,500",
    "TIER Gold or None",
    "NOTE contains a,b",
    "SIZE empty",
  ]);
  expect(filters[1]?.without).toEqual({ fields: "budget:min:2000,budget:max:12500,note:contains:a%2Cb,size:empty" });
});

it("names a date range and removes both ends", () => {
  const [filter] = filterWords({ ...DEFAULT_VIEW, from: "2026-05-01" });
  expect(filter).toMatchObject({ name: "Added", without: { from: "", to: "" } });
});
