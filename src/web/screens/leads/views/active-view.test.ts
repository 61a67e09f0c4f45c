import { expect, it } from "vitest";
import type { SavedView } from "#shared/contract/saved-view.ts";
import { DEFAULT_VIEW } from "#web/screens/leads/leads-view.ts";
import { activeView, queryOfView, viewOfSaved } from "#web/screens/leads/views/active-view.ts";

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
const ALL = [saved("1", "status=pending"), saved("2", "sort=-score&search=ada")];

it("saves filters, order and columns, but not the view they came from", () => {
  const view = { ...DEFAULT_VIEW, search: "a", sort: "name", columns: ["lead", "phone"], saved: "9" } as const;
  expect(queryOfView(view)).toBe("search=a&sort=name&columns=lead%2Cphone");
  expect(queryOfView(DEFAULT_VIEW)).toBe("");
});

it("finds the selected view, even after changes", () => {
  const view = viewOfSaved(ALL[0]!);
  expect(activeView(ALL, view)).toEqual({ saved: ALL[0], isChanged: false });
  expect(activeView(ALL, { ...view, minScore: 60 })).toEqual({ saved: ALL[0], isChanged: true });
});

it("finds a view with the same content in a different order, selected or not", () => {
  expect(activeView(ALL, { ...DEFAULT_VIEW, search: "ada", sort: "-score" })?.saved.id).toBe("2");
});

it("finds none if the selected one is gone and no other matches", () => {
  expect(activeView(ALL, { ...DEFAULT_VIEW, saved: "77" })).toBeNull();
});
