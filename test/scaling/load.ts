/** A call's result: its status (0 for none), its duration and its end, in milliseconds. */
export interface Answered {
  status: number;
  milliseconds: number;
  at: number;
}

/**
 * Has this many callers call until `signal` aborts, each as soon as its last call was answered, with a short wait after
 * an error. Returns every call's result.
 */
export async function load(callers: number, signal: AbortSignal, call: () => Promise<number>): Promise<Answered[]> {
  const answered: Answered[] = [];
  const callOn = async (): Promise<void> => {
    while (!signal.aborted) {
      const begun = performance.now();
      const status = await call().catch(() => 0);
      const at = performance.now();
      answered.push({ status, milliseconds: at - begun, at });
      if (!isTaken(status)) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await Promise.all(Array.from({ length: callers }, callOn));
  return answered;
}

export function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The value below which this share of the values is; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
