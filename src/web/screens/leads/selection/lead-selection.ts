import { LIMITS } from "#shared/limits.ts";

/** Selected leads: by id, or all that match the filter. */
export interface Picked {
  ids: ReadonlySet<string>;
  /** Every match, including those not loaded. */
  isAll: boolean;
  /** Start of a Shift range. */
  anchor: string | null;
}

export const NOTHING_PICKED: Picked = { ids: new Set(), isAll: false, anchor: null };
export const ALL_PICKED: Picked = { ids: new Set(), isAll: true, anchor: null };

/**
 * Toggles a lead, or with `withRange` all leads up to the last one toggled. `loaded` lists ids in display order.
 * Deselecting one of all matches keeps the other loaded leads.
 */
export function toggled(picked: Picked, id: string, loaded: readonly string[], withRange: boolean): Picked {
  const ids = new Set(picked.isAll ? loaded : picked.ids);
  const isPicking = !picked.isAll && !ids.has(id);
  const between = withRange ? rangeOf(loaded, picked.anchor, id) : [id];
  for (const one of between) {
    if (isPicking) ids.add(one);
    else ids.delete(one);
  }
  return { ids, isAll: false, anchor: id };
}

/** Selects all loaded leads; deselects them if all were selected. */
export function withLoaded(picked: Picked, loaded: readonly string[]): Picked {
  if (picked.isAll) return NOTHING_PICKED;
  const ids = new Set(picked.ids);
  const isDropping = stateOf(picked, loaded) === "all";
  for (const id of loaded) {
    if (isDropping) ids.delete(id);
    else ids.add(id);
  }
  return { ids, isAll: false, anchor: null };
}

/** How many of the loaded leads are selected. */
export function stateOf(picked: Picked, loaded: readonly string[]): "all" | "some" | "none" {
  if (picked.isAll) return "all";
  if (loaded.length > 0 && loaded.every((id) => picked.ids.has(id))) return "all";
  return picked.ids.size > 0 ? "some" : "none";
}

/** Whether more ids are selected than a request may contain. */
export function isTooMany({ ids }: Picked): boolean {
  return ids.size > LIMITS.leadIds;
}

function rangeOf(loaded: readonly string[], from: string | null, to: string): readonly string[] {
  const end = loaded.indexOf(to);
  const start = from === null ? -1 : loaded.indexOf(from);
  if (start < 0 || end < 0) return [to];
  return loaded.slice(Math.min(start, end), Math.max(start, end) + 1);
}
