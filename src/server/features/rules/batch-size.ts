const FEWEST = 20;
const MOST = 500;
const AT_FIRST = 100;
/** On SQLite a batch is one write that requests wait for, up to this long. */
const TARGET_MILLISECONDS = 10;
/** One slow batch may be a coincidence: the disk may have been busy. */
const MOST_CHANGE = 1.5;

/** Sizes batches so that writing one takes about as long as requests may wait. */
export interface BatchSize {
  readonly rows: number;
  /** Adjusts the size by the duration of a batch. */
  took(milliseconds: number, rows: number): void;
}

/** Starts small: leads may be large or the machine slow. */
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
