const TICK_MILLISECONDS = 20;

/**
 * Watches the event loop's delay as CoDel watches a queue (RFC 8289): one long tick is a burst, which is best worked
 * off; only if no tick kept within `target` milliseconds for `patience` milliseconds is there a standing queue. Then
 * each tick accepts what it reaches within the target and refuses the rest, so that the queue doesn't grow. `now` is a
 * monotonic clock in milliseconds.
 */
export function watchLoopDelay(target: number, patience: number, now: () => number = () => performance.now()) {
  let tickBegan = now();
  let lateSince: number | null = null;
  const lateness = (at: number): number => at - tickBegan - TICK_MILLISECONDS;
  const timer = setInterval(() => {
    const at = now();
    lateSince = lateness(at) > target ? (lateSince ?? at) : null;
    tickBegan = at;
  }, TICK_MILLISECONDS);
  timer.unref();
  return {
    /** Whether the current work is late and has been for the whole interval, so that new work would only add delay. */
    isOverrun(): boolean {
      if (lateSince === null) return false;
      const at = now();
      return at - lateSince > patience && lateness(at) > target;
    },
    end: (): void => clearInterval(timer),
  };
}
