import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { isFieldSort } from "#shared/contract/leads/field-filter.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import type { LeadListView } from "#web/api/leads/lead-list.ts";
import { paths } from "#web/paths.ts";
import { browserColumns, setBrowserColumns, useBrowserColumns } from "#web/screens/leads/columns/browser-columns.ts";
import { addressOf, type LeadsView, listViewOf, readView, withKnownSort } from "#web/screens/leads/leads-view.ts";
import { useNow } from "#web/ui/now.ts";

export interface ViewInAddress {
  view: LeadsView;
  /**
   * Adds a history entry unless `replace` is set. What depends on the current view, as toggling does, gets the latest
   * one.
   */
  change: (
    change: Partial<LeadsView> | ((latest: LeadsView) => Partial<LeadsView>),
    options?: { replace?: boolean },
  ) => void;
}

/** The view in the URL, and as an API query, which stays the same object while it is unchanged. */
export function useLeadsView(): ViewInAddress & { listView: LeadListView } {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const ofBrowser = useBrowserColumns();
  const asAddressed = useMemo(() => readView(query, ofBrowser), [query, ofBrowser]);
  const { data: fields } = useQuery({ ...leadFieldsQuery, enabled: isFieldSort(asAddressed.sort) });
  const view = useMemo(() => withKnownSort(asAddressed, fields), [asAddressed, fields]);
  const now = useNow();
  // "Today" changes at midnight. Other URL parts don't affect the query.
  const asked = JSON.stringify(listViewOf(view, now));
  const listView = useMemo(() => JSON.parse(asked) as LeadListView, [asked]);
  return {
    view,
    listView,
    change: (change, { replace = false } = {}) => {
      // The URL is newer than the rendered state: of two quick changes, the second must not undo the first.
      const latest = readView(new URLSearchParams(window.location.search), browserColumns());
      const changed = typeof change === "function" ? change(latest) : change;
      const next = { ...latest, ...changed };
      if (changed.columns !== undefined && next.saved === "") setBrowserColumns(next.columns);
      const { search } = new URL(paths.leads(addressOf(next, browserColumns())), window.location.origin);
      // A lead open next to the list stays open.
      if (search !== window.location.search) void navigate({ pathname: window.location.pathname, search }, { replace });
    },
  };
}
