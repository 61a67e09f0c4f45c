const FEWEST = 20;
const MOST = 500;
const AT_FIRST = 100;
/** On SQLite a batch is written in one go, with requests waiting: this long they may. */
const TARGET_MILLISECONDS = 10;
/** One slow batch says little: the disk may have been busy. */
const MOST_CHANGE = 1.5;

/** How many leads to take at once, so that writing them takes about as long as others may wait. */
export interface BatchSize {
  readonly rows: number;
  /** Learns from a batch of so many leads. */
  took(milliseconds: number, rows: number): void;
}

/** Starts small: leads may be wide, the machine slow. */
export function createBatchSize(): BatchSize {
  let rows = AT_FIRST;
  return {
    get rows() {
      return rows;
    },
    took(milliseconds, written) {
      if (written === 0) return;
      const fitting = (written * TARGET_MILLISECONDS) / Math.max(milliseconds, 1);
      const next = Math.min(rows * MOST_CHANGE, Math.max(rows / MOST_CHANGE, fitting));
      rows = Math.round(Math.min(MOST, Math.max(FEWEST, next)));
    },
  };
}
