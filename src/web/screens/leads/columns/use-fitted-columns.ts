import { useMemo, useSyncExternalStore } from "react";
import type { LeadSort } from "#shared/contract/lead.ts";
import type { ColumnId } from "#web/screens/leads/columns/column-choice.ts";
import { fitColumns } from "#web/screens/leads/columns/fit-columns.ts";
import { columnKind, sortingOf } from "#web/screens/leads/columns/lead-columns.ts";
import { useIsNarrow, useIsTouch } from "#web/ui/media.ts";
import type { Column } from "#web/ui/table.tsx";

/** What stands at both sides of the table inside the main area: the page's margins and the card's hairlines. */
const MARGINS = 50;

/** A column with what its cells hold. */
export interface LeadColumn extends Column {
  id: ColumnId;
}

/**
 * The chosen columns that have room; on a card each is a line of its own, and all have. The same array while they stay
 * as they are, so that the rows need not be drawn again.
 */
export function useFittedColumns(chosen: readonly ColumnId[]): readonly LeadColumn[] {
  const room = useSyncExternalStore(subscribe, widthOfMain) - MARGINS;
  const isNarrow = useIsNarrow();
  const isTouch = useIsTouch();
  return useMemo(() => {
    const fitting = isNarrow ? chosen.map((id) => ({ id })) : fitColumns(chosen, room, isTouch);
    return fitting.map((fitted) => ({ ...columnKind(fitted.id), ...fitted }));
  }, [chosen, room, isNarrow, isTouch]);
}

/** The columns with how the list is sorted by each now, and what a press on its header does. */
export function withSorting(
  columns: readonly LeadColumn[],
  sort: LeadSort,
  onSort: (sort: LeadSort) => void,
): LeadColumn[] {
  return columns.map((column) => ({ ...column, ...sortingOf(column.id, sort, onSort) }));
}

function widthOfMain(): number {
  return document.getElementById("main")?.clientWidth ?? 0;
}

function subscribe(listener: () => void): () => void {
  const main = document.getElementById("main");
  if (main === null) return () => undefined;
  const observer = new ResizeObserver(listener);
  observer.observe(main);
  return () => observer.disconnect();
}
