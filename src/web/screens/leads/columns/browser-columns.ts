import { useSyncExternalStore } from "react";
import { type ColumnId, columnsOf, columnsText } from "#web/screens/leads/columns/column-choice.ts";

const STORAGE_KEY = "winnow.lead-columns";

const listeners = new Set<() => void>();
let columns = columnsOf(stored());

/** The columns of the list outside of saved views, stored in the browser. */
export function browserColumns(): readonly ColumnId[] {
  return columns;
}

export function useBrowserColumns(): readonly ColumnId[] {
  return useSyncExternalStore(subscribe, browserColumns);
}

export function setBrowserColumns(next: readonly ColumnId[]): void {
  columns = next;
  try {
    localStorage.setItem(STORAGE_KEY, columnsText(next));
  } catch {
    // Storage may be blocked; then the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    return "";
  }
}
