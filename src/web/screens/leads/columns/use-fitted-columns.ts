import { useMemo, useSyncExternalStore } from "react";
import type { LeadSort } from "#shared/contract/leads/lead.ts";
import { type ColumnId, isMovable } from "#web/screens/leads/columns/column-choice.ts";
import { fitColumns } from "#web/screens/leads/columns/fit-columns.ts";
import { columnKind, fieldOf, type NamedField, sortingOf } from "#web/screens/leads/columns/lead-columns.ts";
import { useHasLeadPanel } from "#web/screens/leads/lead-panel.ts";
import { useIsNarrow, useIsTouch } from "#web/ui/media.ts";
import { PANEL_SLOT } from "#web/ui/overlays/panel-place.tsx";
import type { Column } from "#web/ui/table.tsx";

/** Horizontal space around the table: the page's margins and the card's borders. */
const MARGINS = 50;

/** What the two lines of a phone's row show. */
const ON_PHONE: readonly ColumnId[] = ["lead", "score", "company", "status", "actions"];

/** A column with its cell renderer. */
export interface LeadColumn extends Column {
  id: ColumnId;
  /** The custom field that it shows. */
  field?: NamedField | undefined;
}

/**
 * The chosen columns that fit; phones always show the same ones. The array is stable while unchanged, so that rows don't
 * rerender.
 */
export function useFittedColumns(chosen: readonly ColumnId[], fields: readonly NamedField[]): readonly LeadColumn[] {
  const width = useSyncExternalStore(subscribe, widthOfMain);
  const panelShown = useSyncExternalStore(subscribe, widthOfPanel);
  const isNarrow = useIsNarrow();
  const isTouch = useIsTouch();
  const hasPanel = useHasLeadPanel();
  // Already as wide as when the panel will have opened or closed, so that the rows render once.
  const room = width + panelShown - (hasPanel ? panelShown || lastPanelWidth : 0) - MARGINS;
  return useMemo(() => {
    const fitting = isNarrow ? ON_PHONE.map((id) => ({ id })) : fitColumns(chosen, room, { isTouch, hasPanel });
    return fitting.map((fitted) => {
      const field = fieldOf(fitted.id, fields);
      return { ...columnKind(fitted.id, field), ...fitted, field };
    });
  }, [chosen, fields, room, isNarrow, isTouch, hasPanel]);
}

/** Adds what headers do to each column: sort the list, and take another column's place. */
export function withHeaders(
  columns: readonly LeadColumn[],
  sort: LeadSort,
  onSort: (sort: LeadSort) => void,
  onMove: (id: ColumnId, to: ColumnId) => void,
): LeadColumn[] {
  return columns.map((column) => ({
    ...column,
    ...sortingOf(column.id, sort, onSort, column.field),
    ...(isMovable(column.id) && { onDrop: (id) => onMove(id as ColumnId, column.id) }),
  }));
}

function widthOfMain(): number {
  return document.getElementById("main")?.clientWidth ?? 0;
}

let lastPanelWidth = 0;

/** 0 without a panel. */
function widthOfPanel(): number {
  const panel = document.querySelector<HTMLElement>(`#${PANEL_SLOT} [data-panel-place]`);
  if (panel === null) return 0;
  lastPanelWidth = panel.offsetWidth;
  return lastPanelWidth;
}

function subscribe(listener: () => void): () => void {
  const main = document.getElementById("main");
  if (main === null) return () => undefined;
  const observer = new ResizeObserver(listener);
  observer.observe(main);
  return () => observer.disconnect();
}
