const TICK_MILLISECONDS = 20;

/** How long what becomes ready has to wait until the event loop comes to it. */
export interface LoopDelay {
  /**
   * Whether what is being looked at now is late, and has been all the while: work that begins now would make all later
   * work later still.
   */
  isOverrun(): boolean;
  end(): void;
}

/**
 * Watches the delay of the event loop as CoDel does that of a queue (RFC 8289): one long turn is a burst, which is best
 * worked off; only when no turn has kept within `target` milliseconds for `patience` milliseconds is there a standing
 * queue. Then each turn takes on what it comes to within the target, so that the queue does not grow, and refuses the
 * rest. `now` is a clock that never goes back, in milliseconds.
 */
export function watchLoopDelay(
  target: number,
  patience: number,
  now: () => number = () => performance.now(),
): LoopDelay {
  let turnBegan = now();
  let lateSince: number | null = null;
  const lateness = (at: number): number => at - turnBegan - TICK_MILLISECONDS;
  const timer = setInterval(() => {
    const at = now();
    lateSince = lateness(at) > target ? (lateSince ?? at) : null;
    turnBegan = at;
  }, TICK_MILLISECONDS);
  timer.unref();
  return {
    isOverrun() {
      if (lateSince === null) return false;
      const at = now();
      return at - lateSince > patience && lateness(at) > target;
    },
    end: () => clearInterval(timer),
  };
}
