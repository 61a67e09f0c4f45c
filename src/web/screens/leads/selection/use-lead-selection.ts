import { useState } from "react";
import { LIMITS } from "#shared/limits.ts";
import { formatCount } from "#web/format/number.ts";
import {
  ALL_PICKED,
  isTooMany,
  NOTHING_PICKED,
  type Picked,
  stateOf,
  toggled,
  withLoaded,
} from "#web/screens/leads/selection/lead-selection.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

export interface LeadPicking {
  picked: Picked;
  isPicked: (id: string) => boolean;
  /** How many of the loaded leads are selected. */
  state: "all" | "some" | "none";
  toggle: (id: string, withRange: boolean) => void;
  /** Selects all loaded leads, or deselects them if all are selected. */
  toggleLoaded: () => void;
  pickLoaded: () => void;
  /** Selects every match, loaded or not. */
  pickAll: () => void;
  clear: () => void;
}

/**
 * The list's selection. Survives scrolling, sorting and loading more; a different filter, identified by its key, starts
 * empty.
 */
export function useLeadSelection({ rows }: Pick<LeadWindow, "rows">, filterKey: string): LeadPicking {
  const [stored, setStored] = useState({ filterKey, picked: NOTHING_PICKED });
  const picked = stored.filterKey === filterKey ? stored.picked : NOTHING_PICKED;
  const loaded = rows.map(({ id }) => id);
  const put = (next: Picked): void => {
    if (!isTooMany(next)) setStored({ filterKey, picked: next });
    else {
      toast({
        title: "Selection limit reached",
        description: `You can select up to ${formatCount(LIMITS.leadIds)} leads one by one. To select more, use Select all.`,
      });
    }
  };
  const state = stateOf(picked, loaded);
  return {
    picked,
    isPicked: (id) => picked.isAll || picked.ids.has(id),
    state,
    toggle: (id, withRange) => put(toggled(picked, id, loaded, withRange)),
    toggleLoaded: () => put(withLoaded(picked, loaded)),
    pickLoaded: () => {
      if (state !== "all") put(withLoaded(picked, loaded));
    },
    pickAll: () => put(ALL_PICKED),
    clear: () => put(NOTHING_PICKED),
  };
}
