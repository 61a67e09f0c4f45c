import { settleFollowUps } from "#server/features/follow-ups/settle-follow-ups.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import type { Workspace } from "#server/workspace.ts";

/**
 * Ends questions as soon as a lead's change makes them unnecessary, so that nobody sees an open one on a lead just
 * decided. Sending does the same in case a change goes unnoticed. `stop` resolves when it has ended.
 */
export function startSettlingFollowUps(workspace: Workspace): { stop(): Promise<void> } {
  const settling = coalesce(
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
