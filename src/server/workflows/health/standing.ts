import type { JobKind } from "#shared/contract/job.ts";
import { ProcessFacts, type HealthProblem } from "#shared/contract/health.ts";
import type { ScrapeRunSummary } from "#shared/contract/scrape-target.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { SourceHealth } from "#server/store/health.ts";
import type { JobFigures, JobRecord } from "#server/store/job-types.ts";
import type { MailboxRecord } from "#server/store/mailbox-types.ts";
import type { ScheduleRun } from "#server/store/schedules.ts";
import type { ScrapeTargetRecord } from "#server/store/scrape-types.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { factsOfThisProcess } from "#server/workflows/health/process-facts.ts";
import { mailboxesToWatch } from "#server/workflows/mail/mailboxes-to-watch.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What was due while nothing ran is done so long after a start. */
const CATCH_UP_MILLISECONDS = 10 * 60_000;
/** A process that has been silent for so long is gone. */
const GONE_MILLISECONDS = 60_000;

/** What these fail at is told at their source, report or lead, and their schedule tries again. */
const TELLS_ITSELF: ReadonlySet<JobKind> = new Set<JobKind>(["sync", "scrape", "mailbox", "report", "follow-ups"]);
const DEAD_READ = 200;

/** What is found wrong, before it is known since when: `since` says it itself where what happened does. */
export type Finding = Omit<HealthProblem, "id" | "since"> & {
  /** Which of its kind: the same for as long as it lasts. */
  about: string;
  since?: string;
};

export interface LivingProcess {
  takesJobs: boolean;
  startedAt: string;
  facts: ProcessFacts;
}

/** What the watchdog judges, read once for all its checks. */
export interface Standing {
  now: Date;
  settings: Settings;
  sources: DataSourceRecord[];
  targets: ScrapeTargetRecord[];
  targetRuns: ReadonlyMap<string, ScrapeRunSummary>;
  mailbox: MailboxRecord | null;
  /** Keys of the mailboxes that somebody is to listen to. */
  mailboxesToWatch: string[];
  health: ReadonlyMap<string, SourceHealth>;
  /** This one is among them. */
  processes: LivingProcess[];
  /** When a process that took jobs and is gone last was there; null where there was none in a day. */
  lastWorker: string | null;
  jobs: JobFigures;
  /** Those that failed for the last time, newest first, where nothing else tells of it. */
  deadJobs: JobRecord[];
  schedules: ReadonlyMap<string, ScheduleRun>;
  lastBackup: ScheduleRun | null;
}

/** Whether some process has taken jobs for long enough that what was due when it started is done or under way. */
export function hasWorkerForSomeTime({ processes, now }: Standing): boolean {
  return processes.some(
    ({ takesJobs, startedAt }) => takesJobs && now.getTime() - Date.parse(startedAt) > CATCH_UP_MILLISECONDS,
  );
}

/** Reads all of it. Rejects with store_unreachable. */
export async function readStanding(workspace: Workspace): Promise<Standing> {
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
    deadJobs: dead.jobs.filter(({ kind }) => !TELLS_ITSELF.has(kind)),
    schedules,
    lastBackup,
  };
}

async function readProcesses(workspace: Workspace): Promise<Pick<Standing, "processes" | "lastWorker">> {
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
  for (const { id, takesJobs, startedAt, silentMilliseconds, facts: told } of rows) {
    if (id === processId) continue;
    const facts = ProcessFacts.safeParse(told);
    if (silentMilliseconds <= GONE_MILLISECONDS) {
      // Another version of Winnow may tell other things.
      if (facts.success) processes.push({ takesJobs, startedAt, facts: facts.data });
    } else if (takesJobs) {
      const seen = new Date(now - silentMilliseconds).toISOString();
      if (lastWorker === null || seen > lastWorker) lastWorker = seen;
    }
  }
  return { processes, lastWorker };
}
