import { HEALTH_PROBLEM_KINDS } from "#shared/contract/health.ts";
import {
  databaseConnections,
  healthProblems,
  jobs as jobGauge,
  oldestDueJob,
  sourceLastSuccess,
  workers,
} from "#server/platform/metrics.ts";
import { FORMS_KEY, MAILBOX_KEY, sourceKey, targetKey } from "#server/features/leads/note-success.ts";
import { readHealthSnapshot, type HealthSnapshot } from "#server/features/health/health-snapshot.ts";
import { findProblems } from "#server/features/health/watchdog.ts";
import type { Workspace } from "#server/workspace.ts";

/** Concurrent and frequent requests cost the database one read. */
const CACHE_MILLISECONDS = 5_000;
const gathered = new WeakMap<Workspace["store"], { at: number; done: Promise<void> }>();

/** Sets the metrics read from the database, skipping those that are unavailable. */
export async function gatherFigures(workspace: Workspace): Promise<void> {
  const { store } = workspace;
  const connections = store.connections();
  if (connections !== null) {
    const { open, idle, waiting } = connections;
    for (const [state, count] of Object.entries({ busy: open - idle, idle, waiting })) {
      databaseConnections.set({ state }, count);
    }
  }
  let last = gathered.get(store);
  if (last === undefined || performance.now() - last.at > CACHE_MILLISECONDS) {
    last = { at: performance.now(), done: readFromStore(workspace) };
    gathered.set(store, last);
  }
  await last.done;
}

async function readFromStore(workspace: Workspace): Promise<void> {
  const gauges = [jobGauge, oldestDueJob, sourceLastSuccess, workers, healthProblems];
  try {
    const [snapshot, counts, problems] = await Promise.all([
      readHealthSnapshot(workspace),
      workspace.store.jobs.counts(),
      findProblems(workspace),
    ]);
    for (const gauge of gauges) gauge.reset();
    for (const { kind, state, count } of counts) jobGauge.set({ kind, state }, count);
    const { oldestDue } = snapshot.jobs;
    oldestDueJob.set(oldestDue === null ? 0 : (snapshot.now.getTime() - Date.parse(oldestDue)) / 1_000);
    workers.set(snapshot.processes.filter(({ takesJobs }) => takesJobs).length);
    for (const [type, at] of lastSuccesses(snapshot)) sourceLastSuccess.set({ type }, at);
    for (const kind of HEALTH_PROBLEM_KINDS) {
      healthProblems.set({ kind }, problems.filter((problem) => problem.kind === kind).length);
    }
  } catch (error) {
    workspace.log.warn({ err: error }, "database metrics skipped");
    for (const gauge of gauges) {
      gauge.reset();
      gauge.remove();
    }
  }
}

/** By source type, the oldest last success of the active sources, in seconds since 1970; 0 for never. */
function lastSuccesses({ sources, targets, mailbox, health }: HealthSnapshot): Map<string, number> {
  const oldest = new Map<string, number>();
  const add = (type: string, key: string): void => {
    const at = Date.parse(health.get(key)?.lastSuccess ?? "1970-01-01T00:00:00Z") / 1_000;
    oldest.set(type, Math.min(oldest.get(type) ?? Infinity, at));
  };
  for (const { id, type, isActive } of sources) if (isActive) add(type, sourceKey(id));
  for (const { id, isActive } of targets) if (isActive) add("website", targetKey(id));
  if (mailbox?.enabled === true) add("mailbox", MAILBOX_KEY);
  if (health.has(FORMS_KEY)) add("form", FORMS_KEY);
  return oldest;
}
