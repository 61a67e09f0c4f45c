import type { SavedView } from "#shared/contract/saved-view.ts";
import { paths } from "#web/paths.ts";
import { addressOf, type LeadsView, readView } from "#web/screens/leads/leads-view.ts";

/** The query string to save, without the view's own id. */
export function queryOfView(view: LeadsView): string {
  return paths.leads(addressOf({ ...view, saved: "" })).split("?")[1] ?? "";
}

export function viewOfSaved({ id, query }: SavedView): LeadsView {
  return { ...readView(new URLSearchParams(query)), saved: id };
}

export interface ActiveView {
  saved: SavedView;
  /** Whether the list differs from the saved view. */
  isChanged: boolean;
}

/** The selected view, otherwise one with identical content; null if none. */
export function activeView(all: readonly SavedView[], view: LeadsView): ActiveView | null {
  const query = queryOfView(view);
  const isSameView = (saved: SavedView): boolean => queryOfView(viewOfSaved(saved)) === query;
  const chosen = all.find(({ id }) => id === view.saved);
  if (chosen !== undefined) return { saved: chosen, isChanged: !isSameView(chosen) };
  const same = all.find(isSameView);
  return same === undefined ? null : { saved: same, isChanged: false };
}
