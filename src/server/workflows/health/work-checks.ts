import type { ScheduleRun } from "#server/store/schedules.ts";
import { inDays } from "#server/workflows/health/duration-words.ts";
import { hasWorkerForSomeTime, type Finding, type Standing } from "#server/workflows/health/standing.ts";

const WORK_PAGE = "/jobs";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Jobs that take long may keep others waiting for so long. */
const STALLED_MILLISECONDS = 10 * MINUTE;
/** A restart takes less. */
const WITHOUT_WORKER_MILLISECONDS = 2 * MINUTE;
/** A nightly backup that is a day late. */
export const BACKUP_LATE_MILLISECONDS = 48 * HOUR;
/**
 * Whoever listens is heard of at least each nine minutes, when IDLE is begun anew, or within three more, when a
 * question (NOOP) has gone unanswered; servers may end an IDLE after 29 (RFC 2177).
 */
const DEAF_MILLISECONDS = 20 * MINUTE;

/** Jobs that are due and that nobody takes, though somebody is there to take them. */
export function stalledQueue(standing: Standing): Finding[] {
  const { jobs, now } = standing;
  if (jobs.oldestDue === null || !hasWorkerForSomeTime(standing)) return [];
  const waited = now.getTime() - Date.parse(jobs.oldestDue);
  if (waited <= STALLED_MILLISECONDS) return [];
  const count = jobs.waiting + jobs.retrying;
  return [
    {
      kind: "queue_stalled",
      about: "queue",
      title: `Work has been waiting for ${inDays(waited)}`,
      message: `${count === 1 ? "1 job waits" : `${count} jobs wait`} for a turn. If what runs now does not get on, cancel it; if nothing runs, restart Winnow.`,
      href: WORK_PAGE,
    },
  ];
}

/** No process that takes jobs: nothing is read, sent or backed up. */
export function missingWorker({ processes, lastWorker, now }: Standing): Finding[] {
  if (processes.some(({ takesJobs }) => takesJobs)) return [];
  const since = lastWorker ?? processes.map(({ startedAt }) => startedAt).toSorted()[0];
  if (since === undefined || now.getTime() - Date.parse(since) <= WITHOUT_WORKER_MILLISECONDS) return [];
  return [
    {
      kind: "no_worker",
      about: "worker",
      title: "No process does the work in the background",
      message:
        "Nothing is synced, sent or backed up until one runs. Start one with WINNOW_ROLE=worker, or with WINNOW_ROLE=all.",
      since,
      href: WORK_PAGE,
    },
  ];
}

/** Jobs that failed for the last time and wait for a person; another that dies is told of anew. */
export function deadJobs(standing: Standing): Finding[] {
  const backup = failedBackup(standing);
  // That is told by itself.
  const [newest, ...older] = standing.deadJobs.filter(({ id }) => id !== backup?.jobId);
  if (newest === undefined) return [];
  const others = older.length;
  const more = others === 0 ? "" : ` ${others} more ${others === 1 ? "has" : "have"} failed before.`;
  return [
    {
      kind: "jobs_dead",
      about: `job:${newest.id}`,
      title: `${newest.title} has failed for good`,
      message: `${newest.message}${more} Try again, or drop it.`,
      since: newest.finishedAt ?? newest.createdAt,
      href: WORK_PAGE,
    },
  ];
}

/** Mailboxes that are to be listened to and whose connection has shown no sign of life. */
export function deafMailboxes(standing: Standing): Finding[] {
  const { mailboxesToWatch, mailbox, sources, processes, now } = standing;
  if (!hasWorkerForSomeTime(standing)) return [];
  const workers = processes.filter(({ takesJobs }) => takesJobs);
  return mailboxesToWatch.flatMap((key): Finding[] => {
    const source = sources.find(({ id }) => key === `mailbox:${id}`);
    const failing = source === undefined ? mailbox?.failingSince : source.failingSince;
    // That is told by itself.
    if (failing !== null && failing !== undefined) return [];
    const signs = processes.flatMap(({ facts }) => facts.mailboxes[key] ?? []);
    const last = [...signs, ...workers.map(({ startedAt }) => startedAt)].toSorted().at(-1);
    if (last === undefined || now.getTime() - Date.parse(last) <= DEAF_MILLISECONDS) return [];
    return [
      {
        kind: "mailbox_not_listening",
        about: `mailbox:${key}:${last}`,
        title: `${source?.name ?? `The mailbox ${mailbox?.email ?? ""}`} does not announce new mail`,
        message:
          "The connection that listens to it has shown no sign of life. It is still read at its interval. Test the connection; if that works, restart Winnow.",
        since: last,
        href: source === undefined ? "/gmail" : `/data-sources?edit=${source.id}`,
      },
    ];
  });
}

/** Backups that are switched on and did not happen. */
export function missingBackup(standing: Standing): Finding[] {
  const { settings, lastBackup, processes, now } = standing;
  if (!settings.backupOn || !hasWorkerForSomeTime(standing)) return [];
  const last = failedBackup(standing);
  if (last !== null) {
    return [
      {
        kind: "backup_missing",
        about: `backup:${last.id}`,
        title: "The last backup failed",
        message: last.message,
        since: last.finishedAt ?? last.at,
        href: WORK_PAGE,
      },
    ];
  }
  const done = lastBackup === null ? null : (lastBackup.finishedAt ?? lastBackup.at);
  const since = done ?? processes.map(({ startedAt }) => startedAt).toSorted()[0];
  if (since === undefined || now.getTime() - Date.parse(since) <= BACKUP_LATE_MILLISECONDS) return [];
  return [
    {
      kind: "backup_missing",
      about: `backup:${since}`,
      title: `There has been no backup for ${inDays(now.getTime() - Date.parse(since))}`,
      message:
        "Nightly backups are switched on. Run one by hand under schedules, and look there at what became of the last.",
      since,
      href: WORK_PAGE,
    },
  ];
}

/** The last run of the nightly backup, where it failed and is told of as that. */
function failedBackup(standing: Standing): ScheduleRun | null {
  const last = standing.schedules.get("backup");
  if (last === undefined || !standing.settings.backupOn || !hasWorkerForSomeTime(standing)) return null;
  if (last.outcome === "failed") return last;
  // One that died could not say so itself, and is told of as failed at the clock's next look.
  const dead = standing.deadJobs.find(({ id }) => last.outcome === "running" && id === last.jobId);
  return dead === undefined ? null : { ...last, message: dead.message, finishedAt: dead.finishedAt };
}
