import { useSyncExternalStore } from "react";
import type { LeadSort } from "#shared/contract/lead.ts";
import type { ColumnId } from "#web/screens/leads/columns/column-choice.ts";
import { fitColumns } from "#web/screens/leads/columns/fit-columns.ts";
import { leadColumn } from "#web/screens/leads/columns/lead-columns.ts";
import { useIsNarrow, useIsTouch } from "#web/ui/media.ts";
import type { Column } from "#web/ui/table.tsx";

/** What stands at both sides of the table inside the main area: the page's margins and the card's hairlines. */
const MARGINS = 50;

/** A column with what its cells hold. */
export interface LeadColumn extends Column {
  id: ColumnId;
}

/** The chosen columns that have room; on a card each is a line of its own, and all have. */
export function useFittedColumns(
  chosen: readonly ColumnId[],
  sort: LeadSort,
  onSort: (sort: LeadSort) => void,
): LeadColumn[] {
  const room = useSyncExternalStore(subscribe, widthOfMain) - MARGINS;
  const isNarrow = useIsNarrow();
  const isTouch = useIsTouch();
  const fitting = isNarrow ? chosen.map((id) => ({ id })) : fitColumns(chosen, room, isTouch);
  return fitting.map((fitted) => ({ ...leadColumn(fitted.id, sort, onSort), ...fitted }));
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
