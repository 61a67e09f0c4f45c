import type { HealthProblem } from "#shared/contract/health.ts";
import { fullDisks, troubledDatabase, wrongClocks } from "#server/workflows/health/machine-checks.ts";
import { overdueSources, silentSources } from "#server/workflows/health/quiet-sources.ts";
import { readStanding, type Finding, type Standing } from "#server/workflows/health/standing.ts";
import {
  deadJobs,
  deafMailboxes,
  missingBackup,
  missingWorker,
  stalledQueue,
} from "#server/workflows/health/work-checks.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const CHECKS: readonly ((standing: Standing) => Finding[])[] = [
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
 * What is wrong now, from what really happened: never from a switch, nor from what this process thinks of itself alone.
 * Since when is remembered from the first time that any process saw it; open pages are told when it is something else
 * than before. Rejects with store_unreachable.
 */
export async function findProblems(workspace: Workspace): Promise<HealthProblem[]> {
  const { store, feed } = workspace;
  const standing = await readStanding(workspace);
  const findings = CHECKS.flatMap((check) => check(standing));
  const at = standing.now.toISOString();
  const { since, isNews } = await store.health
    .settle(
      findings.map(({ about }) => about),
      at,
    )
    // A database without room can still be read: what is wrong is told all the same.
    .catch(() => ({ since: new Map<string, string>(), isNews: false }));
  if (isNews) feed.changed(["status", "notifications"]);
  return findings.map(({ about, ...finding }) => {
    const begun = finding.since ?? since.get(about) ?? at;
    return { ...finding, id: `${about}:${begun}`, since: begun };
  });
}
