import { LIMITS } from "#shared/limits.ts";

/** The leads that a person picked: by name, or all that match the filter. */
export interface Picked {
  ids: ReadonlySet<string>;
  /** Every lead that matches, those included that are not loaded. */
  isAll: boolean;
  /** Where a range starts that is picked with Shift. */
  anchor: string | null;
}

export const NOTHING_PICKED: Picked = { ids: new Set(), isAll: false, anchor: null };
export const ALL_PICKED: Picked = { ids: new Set(), isAll: true, anchor: null };

/**
 * With one lead picked or dropped, together with those between it and the last one that was, where `withRange`. `loaded`
 * are the list's ids in their order. Dropping one of all that match keeps the others that are loaded.
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

/** With all that is loaded picked; without it where all of it was. */
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

/** How much of what is loaded is picked. */
export function stateOf(picked: Picked, loaded: readonly string[]): "all" | "some" | "none" {
  if (picked.isAll) return "all";
  if (loaded.length > 0 && loaded.every((id) => picked.ids.has(id))) return "all";
  return picked.ids.size > 0 ? "some" : "none";
}

/** Whether more leads are picked by name than a call may name. */
export function isTooMany({ ids }: Picked): boolean {
  return ids.size > LIMITS.leadIds;
}

function rangeOf(loaded: readonly string[], from: string | null, to: string): readonly string[] {
  const end = loaded.indexOf(to);
  const start = from === null ? -1 : loaded.indexOf(from);
  if (start < 0 || end < 0) return [to];
  return loaded.slice(Math.min(start, end), Math.max(start, end) + 1);
}
