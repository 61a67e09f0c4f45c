import { expect, it } from "vitest";
import type { SavedView } from "#shared/contract/leads/saved-view.ts";
import { DEFAULT_VIEW } from "#web/screens/leads/leads-view.ts";
import {
  activeView,
  hrefOfSaved,
  placeAfterStep,
  queryOfView,
  viewOfSaved,
} from "#web/screens/leads/views/active-view.ts";

const saved = (id: string, query: string): SavedView => ({
  id,
  name: `View ${id}`,
  query,
  isShared: true,
  createdAt: "",
  mayChange: true,
  mayHide: false,
  version: "",
});
const ALL = [saved("1", "status=pending"), saved("2", "sort=-score&search=ada"), saved("3", "")];

it("saves filters, order and columns, but not the view they came from", () => {
  const view = { ...DEFAULT_VIEW, search: "a", sort: "name", columns: ["lead", "phone"], saved: "9" } as const;
  expect(queryOfView(view)).toBe("search=a&sort=name&columns=lead%2Cphone");
  expect(queryOfView(DEFAULT_VIEW)).toBe("");
});

it("finds the selected view, even after changes and with its parts in another order", () => {
  const view = viewOfSaved(ALL[1]!);
  expect(activeView(ALL, view)).toEqual({ saved: ALL[1], isChanged: false });
  expect(activeView(ALL, { ...view, minScore: 60 })).toEqual({ saved: ALL[1], isChanged: true });
});

it("finds none if none is selected, or the selected one is gone", () => {
  expect(activeView(ALL, { ...DEFAULT_VIEW, status: "pending" })).toBeNull();
  expect(activeView(ALL, { ...DEFAULT_VIEW, saved: "77" })).toBeNull();
});

it("links to a view and to all leads", () => {
  expect(hrefOfSaved(ALL[0]!)).toBe("/leads?status=pending&view=1");
  expect(hrefOfSaved(null)).toBe("/leads");
});

it("moves a view by one, but not beyond the ends", () => {
  expect(placeAfterStep(ALL, "1", 1)).toBe("3");
  expect(placeAfterStep(ALL, "2", 1)).toBeNull();
  expect(placeAfterStep(ALL, "3", 1)).toBeUndefined();
  expect(placeAfterStep(ALL, "3", -1)).toBe("2");
  expect(placeAfterStep(ALL, "1", -1)).toBeUndefined();
  expect(placeAfterStep(ALL, "77", -1)).toBeUndefined();
});
