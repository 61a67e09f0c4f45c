import { useMemo } from "react";
import type { LeadStatus } from "#shared/lead-status.ts";
import { columnPagesQuery, type LeadListView } from "#web/api/leads/lead-list.ts";
import { type PageWindow, usePageWindow } from "#web/screens/leads/use-lead-window.ts";

/** A column of the board: its loaded leads, and whether the status filter includes it. */
export interface BoardColumnLeads extends PageWindow {
  status: LeadStatus;
  isShown: boolean;
}

/** The columns in the order of the pipeline; a status filter hides the others. */
export function useBoardColumns(view: LeadListView): readonly BoardColumnLeads[] {
  const columns = [
    useColumn(view, "pending"),
    useColumn(view, "qualified"),
    useColumn(view, "approved"),
    useColumn(view, "rejected"),
  ];
  return columns.filter(({ isShown }) => isShown);
}

function useColumn(all: LeadListView, status: LeadStatus): BoardColumnLeads {
  const view = useMemo(() => ({ ...all, status }), [all, status]);
  const isShown = (all.status ?? status) === status;
  const leads = usePageWindow(view, null, (anchor, jump) => ({
    ...columnPagesQuery(view, anchor, jump),
    enabled: isShown,
  }));
  // A lead that was just moved stays in the pages of its former column until they are refetched.
  return { ...leads, status, isShown, rows: leads.rows.filter((row) => row.status === status) };
}
