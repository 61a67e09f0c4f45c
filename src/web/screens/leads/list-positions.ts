import type { PageStart } from "#web/api/leads/lead-list.ts";

/** Where a list was scrolled to. */
export interface ListPosition {
  /** The list's query, as text. */
  view: string;
  /** In pixels. */
  top: number;
  /** The page of the first visible row. */
  start: PageStart;
  /** Identifies the window of pages in the cache. */
  jump: number;
}

const KEY = "winnow.list-positions";
const ENTRIES = 20;
/** Farther down, a position isn't stored: each page needs the cursors of all before it. */
const PAGES = 200;

/** The position at a history entry; null if none is stored. */
export function readPosition(entry: string): ListPosition | null {
  return readAll().find(([key]) => key === entry)?.[1] ?? null;
}

export function storePosition(entry: string, position: ListPosition): void {
  const others = readAll().filter(([key]) => key !== entry);
  const isNear = pagesBefore(position.start) <= PAGES;
  try {
    const all = isNear ? [...others, [entry, position]] : others;
    sessionStorage.setItem(KEY, JSON.stringify(all.slice(-ENTRIES)));
  } catch {
    // Storage may be blocked or full; then Back starts at the top.
  }
}

function pagesBefore(start: PageStart): number {
  let count = 0;
  for (let page = start.before; page !== null; page = page.before) count += 1;
  return count;
}

function readAll(): [string, ListPosition][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as [string, ListPosition][];
  } catch {
    return [];
  }
}
