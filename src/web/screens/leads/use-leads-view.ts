import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "#web/paths.ts";
import { addressOf, type LeadsView, readView } from "#web/screens/leads/leads-view.ts";

export interface ViewInAddress {
  view: LeadsView;
  /** Shows another view; Back returns to the former one, unless this only goes on with it. */
  change: (change: Partial<LeadsView>, options?: { replace?: boolean }) => void;
}

/** The view that the address holds. */
export function useLeadsView(): ViewInAddress {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = useMemo(() => readView(query), [query]);
  return {
    view,
    change: (change, { replace = false } = {}) => {
      // The address is ahead of what is drawn: of two quick changes the second must not undo the first.
      const latest = readView(new URLSearchParams(window.location.search));
      void navigate(paths.leads(addressOf({ ...latest, ...change })), { replace });
    },
  };
}
