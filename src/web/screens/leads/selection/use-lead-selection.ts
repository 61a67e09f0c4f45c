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
import { toast } from "#web/ui/toast-store.ts";

export interface LeadPicking {
  picked: Picked;
  isPicked: (id: string) => boolean;
  /** How much of what is loaded is picked. */
  state: "all" | "some" | "none";
  toggle: (id: string, withRange: boolean) => void;
  /** Picks all that is loaded, or drops it where all of it is picked. */
  toggleLoaded: () => void;
  pickLoaded: () => void;
  /** Picks every lead that matches, loaded or not. */
  pickAll: () => void;
  clear: () => void;
}

/**
 * The leads that a person picked in the list. They stay picked while one scrolls, sorts or reads on; another filter,
 * told apart by its key, begins with none.
 */
export function useLeadSelection({ rows }: Pick<LeadWindow, "rows">, filterKey: string): LeadPicking {
  const [stored, setStored] = useState({ filterKey, picked: NOTHING_PICKED });
  const picked = stored.filterKey === filterKey ? stored.picked : NOTHING_PICKED;
  const loaded = rows.map(({ id }) => id);
  const put = (next: Picked): void => {
    if (!isTooMany(next)) setStored({ filterKey, picked: next });
    else {
      toast({
        title: "No more can be picked one by one",
        description: `Up to ${formatCount(LIMITS.leadIds)} leads can be. Filter the list and select all that match instead.`,
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
