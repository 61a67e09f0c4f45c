import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { LeadListView } from "#web/api/lead-list.ts";
import { paths } from "#web/paths.ts";
import { addressOf, type LeadsView, listViewOf, readView } from "#web/screens/leads/leads-view.ts";
import { useNow } from "#web/ui/now.ts";

export interface ViewInAddress {
  view: LeadsView;
  /** Shows another view; Back returns to the former one, unless this only goes on with it. */
  change: (change: Partial<LeadsView>, options?: { replace?: boolean }) => void;
}

/** The view that the address holds, and as the list's call takes it: the same object while it asks for the same. */
export function useLeadsView(): ViewInAddress & { listView: LeadListView } {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const view = useMemo(() => readView(query), [query]);
  const now = useNow();
  // "Today" is another day after midnight. What else is beside the list in the address asks for no other list.
  const asked = JSON.stringify(listViewOf(view, now));
  const listView = useMemo(() => JSON.parse(asked) as LeadListView, [asked]);
  return {
    view,
    listView,
    change: (change, { replace = false } = {}) => {
      // The address is ahead of what is drawn: of two quick changes the second must not undo the first.
      const latest = readView(new URLSearchParams(window.location.search));
      void navigate(paths.leads(addressOf({ ...latest, ...change })), { replace });
    },
  };
}
