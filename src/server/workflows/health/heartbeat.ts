import { factsOfThisProcess } from "#server/workflows/health/process-facts.ts";
import { findProblems } from "#server/workflows/health/watchdog.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const BEAT_MILLISECONDS = 10_000;
/** Between two looks for what is wrong that nobody asked for. */
const BEATS_PER_LOOK = 6;

/**
 * Tells the other processes on the store that this one is alive and what it knows, and looks each minute for what is
 * wrong, so that open pages hear of it. `stop` says that it is gone, so that nobody misses it.
 */
export function startHeartbeat(workspace: Workspace): { stop(): Promise<void> } {
  const { store, clock, log, processId: id } = workspace;
  const startedAt = clock().toISOString();
  let beats = 0;
  const beat = async (): Promise<void> => {
    const takesJobs = workspace.jobs.sinceLook() !== null;
    await store.health.beat({ id, takesJobs, startedAt, facts: await factsOfThisProcess(workspace) });
    if (beats % BEATS_PER_LOOK === 0) await findProblems(workspace);
    beats += 1;
  };
  let beating: Promise<void> | null = null;
  const begin = (): void => {
    beating ??= beat()
      // Whoever asks is told that the store does not answer; this is only what comes of that.
      .catch((error: unknown) => log.debug({ err: error }, "no sign of life given"))
      .finally(() => (beating = null));
  };
  begin();
  const timer = setInterval(begin, BEAT_MILLISECONDS);
  return {
    async stop() {
      clearInterval(timer);
      await beating;
      await store.health.leave(id).catch((error: unknown) => log.debug({ err: error }, "process not taken off"));
    },
  };
}
