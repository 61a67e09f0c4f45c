import type { ChangeTopic } from "#shared/contract/event.ts";
import { addDueJobs } from "#server/jobs/schedules/add-due-jobs.ts";
import { recoverAfterStop } from "#server/jobs/schedules/recover-after-stop.ts";
import type { Workspace } from "#server/workspace.ts";

/** Maximum interval: changes by others and to the machine's clock are only noticed at a tick. */
const LONGEST_MILLISECONDS = 30_000;
/** Minimum interval, however much changes. */
const SHORTEST_MILLISECONDS = 1_000;
/** Changes to these topics affect what is due. */
const SETTINGS: readonly ChangeTopic[] = ["settings", "email-settings"];

/** The scheduler of this process. */
export interface JobClock {
  /** Resolves once it has stopped completely. */
  stop(): Promise<void>;
}

/**
 * Adds jobs when they are due, announces next steps that are, and settles what dead processes left unfinished. Plans are read again at each tick, so
 * changed settings apply immediately and a machine that was off or asleep catches up once.
 */
export function startClock(workspace: Workspace): JobClock {
  const { feed, clock, log, stopping } = workspace;
  let timer: NodeJS.Timeout | null = null;
  let ticking: Promise<void> | null = null;
  let isAsked = false;
  let remindedUntil = clock();

  const announceReminders = async (): Promise<void> => {
    const [from, until] = [remindedUntil, clock()];
    const due = await workspace.store.notifications.dueSteps(from.toISOString(), until.toISOString(), 1);
    if (due.length > 0) feed.changed(["notifications"]);
    remindedUntil = until;
  };

  const tick = async (): Promise<void> => {
    let wait = LONGEST_MILLISECONDS;
    try {
      await recoverAfterStop(workspace);
      await announceReminders();
      const next = await addDueJobs(workspace);
      if (next !== null) wait = Math.min(wait, Math.max(SHORTEST_MILLISECONDS, next.getTime() - clock().getTime()));
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error }, "schedules not checked");
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
