import type { JobKind } from "#shared/contract/job.ts";
import { ProcessFacts, type HealthProblem } from "#shared/contract/health.ts";
import type { ScrapeRunSummary } from "#shared/contract/scrape-target.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { MINUTE } from "#shared/durations.ts";
import type { SourceHealth } from "#server/db/system/health.ts";
import type { JobFigures, JobRecord } from "#server/db/jobs/job-records.ts";
import type { MailboxRecord } from "#server/db/sources/mailbox.ts";
import type { ScheduleRun } from "#server/db/system/schedules.ts";
import type { ScrapeTargetRecord } from "#server/db/sources/scrapes.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { factsOfThisProcess } from "#server/features/health/process-facts.ts";
import { mailboxesToWatch } from "#server/features/mailbox/mailboxes-to-watch.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** Time after startup to catch up on work that became due while nothing ran. */
const CATCH_UP_MILLISECONDS = 10 * MINUTE;
/** A process without a heartbeat for this long is gone. */
const GONE_MILLISECONDS = 60_000;

/** Their failures are reported on their source, report or lead, and their schedule retries. */
const REPORTED_ELSEWHERE: ReadonlySet<JobKind> = new Set<JobKind>([
  "sync",
  "scrape",
  "mailbox",
  "report",
  "digest",
  "follow-ups",
]);
const DEAD_READ = 200;

/** A finding before its start is looked up; `since` is set if the event itself shows it. */
export type Finding = Omit<HealthProblem, "id" | "since"> & {
  /** Identifies the finding among its kind for as long as it lasts. */
  about: string;
  since?: string;
};

export interface LivingProcess {
  takesJobs: boolean;
  startedAt: string;
  facts: ProcessFacts;
}

/** What the watchdog's checks use, read once. */
export interface HealthSnapshot {
  now: Date;
  settings: Settings;
  sources: DataSourceRecord[];
  targets: ScrapeTargetRecord[];
  targetRuns: ReadonlyMap<string, ScrapeRunSummary>;
  mailbox: MailboxRecord | null;
  /** Keys of the mailboxes that a process should listen to. */
  mailboxesToWatch: string[];
  health: ReadonlyMap<string, SourceHealth>;
  /** Includes this process. */
  processes: LivingProcess[];
  /** When a job-taking process that is gone was last seen; null if none in a day. */
  lastWorker: string | null;
  jobs: JobFigures;
  /** Permanently failed jobs that nothing else reports, newest first. */
  deadJobs: JobRecord[];
  schedules: ReadonlyMap<string, ScheduleRun>;
  lastBackup: ScheduleRun | null;
}

/** Whether some process has taken jobs for long enough to have caught up since its start. */
export function hasWorkerForSomeTime({ processes, now }: HealthSnapshot): boolean {
  return processes.some(
    ({ takesJobs, startedAt }) => takesJobs && now.getTime() - Date.parse(startedAt) > CATCH_UP_MILLISECONDS,
  );
}

/** Reads everything. Rejects with store_unreachable. */
export async function readHealthSnapshot(workspace: Workspace): Promise<HealthSnapshot> {
  const { store, clock, jobs } = workspace;
  const now = clock();
  const [settings, sources, targets, targetRuns, mailbox, watched, health, figures, dead, schedules, lastBackup] =
    await Promise.all([
      readSettings(workspace),
      store.dataSources.list(),
      store.scrapes.list(),
      store.scrapes.latestRuns(),
      store.mailbox.read(),
      mailboxesToWatch(workspace),
      store.health.sources(),
      jobs.figures(),
      jobs.list({ state: "dead", limit: DEAD_READ }),
      store.schedules.lastRuns(),
      store.schedules.lastSuccess("backup"),
    ]);
  return {
    now,
    settings,
    sources,
    targets,
    targetRuns,
    mailbox,
    mailboxesToWatch: watched.map(({ name }) => name),
    health: new Map(health.map((source) => [source.key, source])),
    ...(await readProcesses(workspace)),
    jobs: figures,
    deadJobs: dead.jobs.filter(({ kind }) => !REPORTED_ELSEWHERE.has(kind)),
    schedules,
    lastBackup,
  };
}

async function readProcesses(workspace: Workspace): Promise<Pick<HealthSnapshot, "processes" | "lastWorker">> {
  const { store, clock, jobs, processId } = workspace;
  const rows = await store.health.processes();
  const own = rows.find(({ id }) => id === processId);
  const now = clock().getTime();
  const processes: LivingProcess[] = [
    {
      takesJobs: jobs.sinceLook() !== null,
      startedAt: own?.startedAt ?? new Date(now).toISOString(),
      facts: await factsOfThisProcess(workspace),
    },
  ];
  let lastWorker: string | null = null;
  for (const { id, takesJobs, startedAt, silentMilliseconds, facts: stored } of rows) {
    if (id === processId) continue;
    const facts = ProcessFacts.safeParse(stored);
    if (silentMilliseconds <= GONE_MILLISECONDS) {
      // Another version of Winnow may report other facts.
      if (facts.success) processes.push({ takesJobs, startedAt, facts: facts.data });
    } else if (takesJobs) {
      const seen = new Date(now - silentMilliseconds).toISOString();
      if (lastWorker === null || seen > lastWorker) lastWorker = seen;
    }
  }
  return { processes, lastWorker };
}
