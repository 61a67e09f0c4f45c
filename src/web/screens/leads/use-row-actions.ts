import { useLayoutEffect, useRef, useState } from "react";
import type { Decide } from "#web/actions/use-lead-status-action.ts";

export interface RowActions {
  mark: (id: string, isPressed: boolean) => void;
  pick: (id: string, withRange: boolean) => void;
  open: (id: string) => void;
  decide: Decide;
}

/** Stable callbacks, so that unchanged rows don't rerender. */
export function useRowActions(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [lasting] = useState<RowActions>(() => ({
    mark: (...args) => latest.current.mark(...args),
    pick: (...args) => latest.current.pick(...args),
    open: (...args) => latest.current.open(...args),
    decide: (...args) => latest.current.decide(...args),
  }));
  return lasting;
}
