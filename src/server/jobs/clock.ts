import type { ChangeTopic } from "#shared/contract/event.ts";
import { addDueJobs } from "#server/workflows/schedules/add-due-jobs.ts";
import { recoverAfterStop } from "#server/workflows/recover-after-stop.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** At least this often, because what others do and what the clock of the machine does is heard of in no other way. */
const LONGEST_MILLISECONDS = 30_000;
/** At most this often, however much changes. */
const SHORTEST_MILLISECONDS = 1_000;
/** With these, what is due changes. */
const SETTINGS: readonly ChangeTopic[] = ["settings", "email-settings"];

/** The clock of this process. */
export interface JobClock {
  /** Resolves when it does nothing more. */
  stop(): Promise<void>;
}

/**
 * Adds the jobs that are due when they are, and tells of what processes that died left half-way. What is due is read
 * anew at each tick, so changed settings count at once and a machine that was off or asleep catches up once.
 */
export function startClock(workspace: Workspace): JobClock {
  const { feed, clock, log, stopping } = workspace;
  let timer: NodeJS.Timeout | null = null;
  let ticking: Promise<void> | null = null;
  let isAsked = false;

  const tick = async (): Promise<void> => {
    let wait = LONGEST_MILLISECONDS;
    try {
      await recoverAfterStop(workspace);
      const next = await addDueJobs(workspace);
      if (next !== null) wait = Math.min(wait, Math.max(SHORTEST_MILLISECONDS, next.getTime() - clock().getTime()));
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error }, "schedules not looked at");
    }
    ticking = null;
    tickIn(isAsked ? SHORTEST_MILLISECONDS : wait);
  };

  const tickIn = (milliseconds: number): void => {
    if (timer !== null) clearTimeout(timer);
    const begin = (): void => {
      isAsked = false;
      ticking ??= tick();
    };
    timer = stopping.aborted ? null : setTimeout(begin, milliseconds);
  };

  const unsubscribe = feed.onStale((topics) => {
    if (isAsked || !topics.some((topic) => SETTINGS.includes(topic))) return;
    isAsked = true;
    if (ticking === null) tickIn(SHORTEST_MILLISECONDS);
  });

  ticking = tick();
  return {
    async stop() {
      unsubscribe();
      await ticking;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
