import { settleFollowUps } from "#server/workflows/follow-up/settle-follow-ups.ts";
import { runAgainWhenAsked } from "#server/workflows/mail/run-again-when-asked.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * Ends questions as soon as a lead's change takes away the reason to ask, so that nobody sees an open one on a lead that
 * was just decided. Sending those that are due does the same, should a change go unheard. `stop` resolves when it has
 * ended.
 */
export function startSettlingFollowUps(workspace: Workspace): { stop(): Promise<void> } {
  const settling = runAgainWhenAsked(
    () => settleFollowUps(workspace),
    (error) => workspace.log.warn({ err: error }, "questions not settled"),
  );
  const unsubscribe = workspace.feed.onStale((topics) => {
    if (topics.includes("leads") && !workspace.stopping.aborted) settling.ask();
  });
  return {
    async stop() {
      unsubscribe();
      await settling.ended();
    },
  };
}
