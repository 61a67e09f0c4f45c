import { type SyntheticEvent, useEffect, useRef, useState } from "react";

interface Row {
  id: string;
}

/** How long rows stay in place after the last movement. */
const HOLD_MILLISECONDS = 3_000;

/** Props for the rows' container. */
interface Hold {
  onPointerMove: (event: SyntheticEvent<HTMLElement>) => void;
  onFocus: (event: SyntheticEvent<HTMLElement>) => void;
  onPointerLeave: (event: SyntheticEvent<HTMLElement>) => void;
}

/**
 * Keeps a live list's rows in place while the user points at them or navigates by keyboard, so that a click never hits
 * a row that just moved. Values stay live; rows are added and removed afterwards.
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
  // A removed row keeps its last values.
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
    // Removing the pressed button also fires leave, with the pointer still over the rows.
    if (!currentTarget.matches(":hover")) release();
  };
  return { rows, hold: { onPointerMove: keep, onFocus: keep, onPointerLeave: leave } };
}

/** The held rows with their latest values; the same array if nothing changed. */
export function inPlace<T extends Row>(held: readonly T[], latest: readonly T[]): readonly T[] {
  const byId = new Map(latest.map((row) => [row.id, row]));
  const rows = held.map((row) => byId.get(row.id) ?? row);
  return rows.every((row, index) => row === held[index]) ? held : rows;
}
