import type { HealthProblem } from "#shared/contract/health.ts";
import { fullDisks, troubledDatabase, wrongClocks } from "#server/features/health/machine-checks.ts";
import { overdueSources, silentSources } from "#server/features/health/quiet-sources.ts";
import { readHealthSnapshot, type Finding, type HealthSnapshot } from "#server/features/health/health-snapshot.ts";
import {
  deadJobs,
  deafMailboxes,
  missingBackup,
  missingWorker,
  stalledQueue,
} from "#server/features/health/work-checks.ts";
import type { Workspace } from "#server/workspace.ts";

const CHECKS: readonly ((snapshot: HealthSnapshot) => Finding | Finding[] | null)[] = [
  troubledDatabase,
  missingWorker,
  stalledQueue,
  fullDisks,
  missingBackup,
  deadJobs,
  overdueSources,
  silentSources,
  deafMailboxes,
  wrongClocks,
];

/**
 * Current problems, based on what happened: never on a setting or one process's own view. Their start is recorded when
 * any process first sees them; open pages are notified when the findings change. Rejects with store_unreachable.
 */
export async function findProblems(workspace: Workspace): Promise<HealthProblem[]> {
  const { store, feed } = workspace;
  const snapshot = await readHealthSnapshot(workspace);
  const findings = CHECKS.flatMap((check) => check(snapshot) ?? []);
  const at = snapshot.now.toISOString();
  const { since, isNews } = await store.health
    .settle(
      findings.map(({ about }) => about),
      at,
    )
    // A full database can still be read, so findings are reported anyway.
    .catch(() => ({ since: new Map<string, string>(), isNews: false }));
  if (isNews) feed.changed(["status", "notifications"]);
  return findings.map(({ about, ...finding }) => {
    const begun = finding.since ?? since.get(about) ?? at;
    return { ...finding, id: `${about}:${begun}`, since: begun };
  });
}
