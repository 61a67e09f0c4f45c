import { factsOfThisProcess } from "#server/features/health/process-facts.ts";
import { findProblems } from "#server/features/health/watchdog.ts";
import type { Workspace } from "#server/workspace.ts";

const BEAT_MILLISECONDS = 10_000;
/** The interval of automatic checks. */
const BEATS_PER_LOOK = 6;

/**
 * Announces to the other processes on the store that this one is alive, with its facts, and runs the watchdog each
 * minute so that open pages get its findings. `stop` announces the shutdown, so that the process isn't reported
 * missing.
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
      // Requests report the unreachable store; this is only a consequence.
      .catch((error: unknown) => log.debug({ err: error }, "heartbeat not sent"))
      .finally(() => (beating = null));
  };
  begin();
  const timer = setInterval(begin, BEAT_MILLISECONDS);
  return {
    async stop() {
      clearInterval(timer);
      await beating;
      await store.health.leave(id).catch((error: unknown) => log.debug({ err: error }, "process not deregistered"));
    },
  };
}
