import type { SavedView } from "#shared/contract/saved-view.ts";
import { paths } from "#web/paths.ts";
import { addressOf, type LeadsView, readView } from "#web/screens/leads/leads-view.ts";

/** A view as it is saved: its address without its own id. */
export function queryOfView(view: LeadsView): string {
  return paths.leads(addressOf({ ...view, saved: "" })).split("?")[1] ?? "";
}

/** A saved view as the list takes it. */
export function viewOfSaved({ id, query }: SavedView): LeadsView {
  return { ...readView(new URLSearchParams(query)), saved: id };
}

export interface ActiveView {
  saved: SavedView;
  /** The list shows something else by now than what is saved. */
  isChanged: boolean;
}

/** The saved view that the list shows: the one chosen, else one that says the same; null for none. */
export function activeView(all: readonly SavedView[], view: LeadsView): ActiveView | null {
  const query = queryOfView(view);
  const saysTheSame = (saved: SavedView): boolean => queryOfView(viewOfSaved(saved)) === query;
  const chosen = all.find(({ id }) => id === view.saved);
  if (chosen !== undefined) return { saved: chosen, isChanged: !saysTheSame(chosen) };
  const same = all.find(saysTheSame);
  return same === undefined ? null : { saved: same, isChanged: false };
}
