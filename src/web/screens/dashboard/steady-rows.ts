import { type SyntheticEvent, useEffect, useRef, useState } from "react";

interface Row {
  id: string;
}

/** How long a list stays as it is after the last movement over it. */
const HOLD_MILLISECONDS = 3_000;

/** Spread over the element that holds the rows. */
interface Hold {
  onPointerMove: (event: SyntheticEvent<HTMLElement>) => void;
  onFocus: (event: SyntheticEvent<HTMLElement>) => void;
  onPointerLeave: (event: SyntheticEvent<HTMLElement>) => void;
}

/**
 * Keeps the rows of a live list in their places while somebody points at them or walks them with the keyboard, so that
 * a press never lands on a row that has just slid under it. Values stay live; rows come and go once the hand is gone.
 */
export function useSteadyRows<T extends Row>(
  latest: readonly T[] | undefined,
): {
  rows: readonly T[] | undefined;
  hold: Hold;
} {
  const [held, setHeld] = useState<readonly T[] | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const rows = held === null || latest === undefined ? latest : inPlace(held, latest);
  // A row that leaves is remembered as it was last.
  if (held !== null && rows !== undefined && rows !== held) setHeld(rows);

  const release = (): void => {
    clearTimeout(timer.current);
    setHeld(null);
  };
  const keep = ({ currentTarget }: SyntheticEvent<HTMLElement>): void => {
    if (rows === undefined || rows.length === 0) return;
    setHeld((former) => former ?? rows);
    const check = (): void => {
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () => (currentTarget.querySelector(":focus-visible") === null ? release() : check()),
        HOLD_MILLISECONDS,
      );
    };
    check();
  };
  const leave = ({ currentTarget }: SyntheticEvent<HTMLElement>): void => {
    // The pressed button going away also counts as leaving, with the pointer still over the rows.
    if (!currentTarget.matches(":hover")) release();
  };
  return { rows, hold: { onPointerMove: keep, onFocus: keep, onPointerLeave: leave } };
}

/** The held rows in their order with the latest values; the same array when nothing changed. */
export function inPlace<T extends Row>(held: readonly T[], latest: readonly T[]): readonly T[] {
  const byId = new Map(latest.map((row) => [row.id, row]));
  const rows = held.map((row) => byId.get(row.id) ?? row);
  return rows.every((row, index) => row === held[index]) ? held : rows;
}
