import { useLayoutEffect, useRef, useState } from "react";
import type { LeadStatus } from "#shared/lead-status.ts";

/** What a row's controls do, each told of its lead. */
export interface RowActs {
  mark: (id: string, isPressed: boolean) => void;
  pick: (id: string, withRange: boolean) => void;
  open: (id: string) => void;
  decide: (id: string, status: LeadStatus) => void;
}

/** The same acts for as long as the list stands: a row whose lead stays as it is need not be drawn again for them. */
export function useRowActs(acts: RowActs): RowActs {
  const latest = useRef(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });
  const [lasting] = useState<RowActs>(() => ({
    mark: (...args) => latest.current.mark(...args),
    pick: (...args) => latest.current.pick(...args),
    open: (...args) => latest.current.open(...args),
    decide: (...args) => latest.current.decide(...args),
  }));
  return lasting;
}
