import type { SavedView } from "#shared/contract/leads/saved-view.ts";
import { paths } from "#web/paths.ts";
import { addressOf, type LeadsView, readView } from "#web/screens/leads/leads-view.ts";

/** A view that everyone with an account has. */
export const MY_LEADS: SavedView = {
  id: "mine",
  name: "My leads",
  query: "owner=me",
  isShared: true,
  createdAt: "",
  mayChange: false,
  mayHide: false,
  version: "",
};

/** The query string to save, without the view's own id. */
export function queryOfView(view: LeadsView): string {
  return hrefOfView({ ...view, saved: "" }).split("?")[1] ?? "";
}

export function viewOfSaved({ id, query }: SavedView): LeadsView {
  return { ...readView(new URLSearchParams(query)), saved: id };
}

/** Where a view's tab leads; null is the tab of all leads. */
export function hrefOfSaved(saved: SavedView | null): string {
  return saved === null ? paths.leads() : hrefOfView(viewOfSaved(saved));
}

export interface ActiveView {
  saved: SavedView;
  /** Whether the list differs from the saved view. */
  isChanged: boolean;
}

/** The selected view; null for all leads, and if it was deleted. */
export function activeView(all: readonly SavedView[], view: LeadsView): ActiveView | null {
  const saved = all.find(({ id }) => id === view.saved);
  return saved === undefined ? null : { saved, isChanged: queryOfView(viewOfSaved(saved)) !== queryOfView(view) };
}

/** The view to move this one in front of, null for the end, so that it moves by one; undefined if it can't. */
export function placeAfterStep(all: readonly SavedView[], id: string, step: 1 | -1): string | null | undefined {
  const at = all.findIndex((view) => view.id === id);
  const to = at + step;
  if (at === -1 || to < 0 || to >= all.length || all[to] === MY_LEADS) return undefined;
  return (step === 1 ? all[to + 1]?.id : all[to]?.id) ?? null;
}

function hrefOfView(view: LeadsView): string {
  return paths.leads(addressOf(view));
}
