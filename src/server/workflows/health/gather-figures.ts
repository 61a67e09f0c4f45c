import { HEALTH_PROBLEM_KINDS } from "#shared/contract/health.ts";
import {
  databaseConnections,
  healthProblems,
  jobs as jobGauge,
  oldestDueJob,
  sourceLastSuccess,
  workers,
} from "#server/platform/metrics.ts";
import { FORMS_KEY, MAILBOX_KEY, sourceKey, targetKey } from "#server/workflows/health/source-keys.ts";
import { readStanding, type Standing } from "#server/workflows/health/standing.ts";
import { findProblems } from "#server/workflows/health/watchdog.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Several that ask at once, and one that asks often, cost the database no more. */
const KEPT_MILLISECONDS = 5_000;
const gathered = new WeakMap<Workspace["store"], { at: number; done: Promise<void> }>();

/** Sets the metrics that the database tells. What it does not tell while it does not answer is left out. */
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
  if (last === undefined || performance.now() - last.at > KEPT_MILLISECONDS) {
    last = { at: performance.now(), done: readFromStore(workspace) };
    gathered.set(store, last);
  }
  await last.done;
}

async function readFromStore(workspace: Workspace): Promise<void> {
  const told = [jobGauge, oldestDueJob, sourceLastSuccess, workers, healthProblems];
  try {
    const [standing, counts, problems] = await Promise.all([
      readStanding(workspace),
      workspace.store.jobs.counts(),
      findProblems(workspace),
    ]);
    for (const gauge of told) gauge.reset();
    for (const { kind, state, count } of counts) jobGauge.set({ kind, state }, count);
    const { oldestDue } = standing.jobs;
    oldestDueJob.set(oldestDue === null ? 0 : (standing.now.getTime() - Date.parse(oldestDue)) / 1_000);
    workers.set(standing.processes.filter(({ takesJobs }) => takesJobs).length);
    for (const [type, at] of lastSuccesses(standing)) sourceLastSuccess.set({ type }, at);
    for (const kind of HEALTH_PROBLEM_KINDS) {
      healthProblems.set({ kind }, problems.filter((problem) => problem.kind === kind).length);
    }
  } catch (error) {
    workspace.log.warn({ err: error }, "metrics of the database left out");
    for (const gauge of told) {
      gauge.reset();
      gauge.remove();
    }
  }
}

/** By type the last success, in seconds since 1970, of the source that is on and succeeded longest ago; 0 for never. */
function lastSuccesses({ sources, targets, mailbox, health }: Standing): Map<string, number> {
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
