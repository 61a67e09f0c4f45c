import { HOUR, MINUTE } from "#shared/durations.ts";
import type { ScheduleRun } from "#server/db/system/schedules.ts";
import { inDays } from "#server/features/health/duration-words.ts";
import { hasWorkerForSomeTime, type Finding, type HealthSnapshot } from "#server/features/health/health-snapshot.ts";

const WORK_PAGE = "/jobs";
/** How long jobs may wait behind long-running ones. */
const STALLED_MILLISECONDS = 10 * MINUTE;
/** A restart takes less. */
const WITHOUT_WORKER_MILLISECONDS = 2 * MINUTE;
/** A nightly backup that is a day late. */
export const BACKUP_LATE_MILLISECONDS = 48 * HOUR;
/**
 * A listener reports at least every nine minutes, when IDLE is renewed, or within three more if a NOOP goes unanswered;
 * servers may end an IDLE after 29 (RFC 2177).
 */
const DEAF_MILLISECONDS = 20 * MINUTE;

/** Due jobs that nobody takes, though a process could. */
export function stalledQueue(snapshot: HealthSnapshot): Finding | null {
  const { jobs, now } = snapshot;
  if (jobs.oldestDue === null || !hasWorkerForSomeTime(snapshot)) return null;
  const waited = now.getTime() - Date.parse(jobs.oldestDue);
  if (waited <= STALLED_MILLISECONDS) return null;
  const count = jobs.waiting + jobs.retrying;
  return {
    kind: "queue_stalled",
    about: "queue",
    title: `Jobs have been waiting for ${inDays(waited)}`,
    message: `${count === 1 ? "1 job is" : `${count} jobs are`} waiting. If the running job is stuck, cancel it. If nothing is running, restart Winnow.`,
    href: WORK_PAGE,
  };
}

/** No process takes jobs: nothing is read, sent or backed up. */
export function missingWorker({ processes, lastWorker, now }: HealthSnapshot): Finding | null {
  if (processes.some(({ takesJobs }) => takesJobs)) return null;
  const since = lastWorker ?? processes.map(({ startedAt }) => startedAt).toSorted()[0];
  if (since === undefined || now.getTime() - Date.parse(since) <= WITHOUT_WORKER_MILLISECONDS) return null;
  return {
    kind: "no_worker",
    about: "worker",
    title: "Background work isn't running",
    message: "Nothing is synced, sent or backed up. Start a process with WINNOW_ROLE=worker or WINNOW_ROLE=all.",
    since,
    href: WORK_PAGE,
  };
}

/** Permanently failed jobs that wait for a person; another failure notifies again. */
export function deadJobs(snapshot: HealthSnapshot): Finding | null {
  const backup = failedBackup(snapshot);
  // Reported separately.
  const [newest, ...older] = snapshot.deadJobs.filter(({ id }) => id !== backup?.jobId);
  if (newest === undefined) return null;
  const others = older.length;
  const more = others === 0 ? "" : ` ${others} more failed earlier.`;
  return {
    kind: "jobs_dead",
    about: `job:${newest.id}`,
    // Not everyone may see the name of an imported file.
    title: `${newest.kind === "import" ? "An import" : newest.title} failed`,
    message: `${newest.message}${more} Try again or remove it.`,
    since: newest.finishedAt ?? newest.createdAt,
    href: WORK_PAGE,
  };
}

/** Mailboxes whose listening connection has shown no activity. */
export function deafMailboxes(snapshot: HealthSnapshot): Finding[] {
  const { mailboxesToWatch, mailbox, sources, processes, now } = snapshot;
  if (!hasWorkerForSomeTime(snapshot)) return [];
  const workers = processes.filter(({ takesJobs }) => takesJobs);
  return mailboxesToWatch.flatMap((key): Finding | [] => {
    const source = sources.find(({ id }) => key === `mailbox:${id}`);
    const failing = source === undefined ? mailbox?.failingSince : source.failingSince;
    // Reported separately.
    if (failing !== null && failing !== undefined) return [];
    const signs = processes.flatMap(({ facts }) => facts.mailboxes[key] ?? []);
    const last = [...signs, ...workers.map(({ startedAt }) => startedAt)].toSorted().at(-1);
    if (last === undefined || now.getTime() - Date.parse(last) <= DEAF_MILLISECONDS) return [];
    return {
      kind: "mailbox_not_listening",
      about: `mailbox:${key}:${last}`,
      title: `${source?.name ?? `The mailbox ${mailbox?.email ?? ""}`} doesn't report new mail`,
      message:
        "Its live connection stopped responding. It still syncs at its interval. Test the connection; if that works, restart Winnow.",
      since: last,
      href: source === undefined ? "/gmail" : `/data-sources?edit=${source.id}`,
    };
  });
}

/** Backups that are on and didn't happen. */
export function missingBackup(snapshot: HealthSnapshot): Finding | null {
  const { settings, lastBackup, processes, now } = snapshot;
  if (!settings.backupOn || !hasWorkerForSomeTime(snapshot)) return null;
  const last = failedBackup(snapshot);
  if (last !== null) {
    return {
      kind: "backup_missing",
      about: `backup:${last.id}`,
      title: "The last backup failed",
      message: last.message,
      since: last.finishedAt ?? last.at,
      href: WORK_PAGE,
    };
  }
  const done = lastBackup === null ? null : (lastBackup.finishedAt ?? lastBackup.at);
  const since = done ?? processes.map(({ startedAt }) => startedAt).toSorted()[0];
  if (since === undefined || now.getTime() - Date.parse(since) <= BACKUP_LATE_MILLISECONDS) return null;
  return {
    kind: "backup_missing",
    about: `backup:${since}`,
    title: `No backup for ${inDays(now.getTime() - Date.parse(since))}`,
    message: "Nightly backups are on, but none ran. Check the last run and run one manually under Schedules & Jobs.",
    since,
    href: WORK_PAGE,
  };
}

/** The nightly backup's last run, if it failed and is reported as such. */
function failedBackup(snapshot: HealthSnapshot): ScheduleRun | null {
  const last = snapshot.schedules.get("backup");
  if (last === undefined || !snapshot.settings.backupOn || !hasWorkerForSomeTime(snapshot)) return null;
  if (last.outcome === "failed") return last;
  // A dead one couldn't report that itself; the clock's next check reports it as failed.
  const dead = snapshot.deadJobs.find(({ id }) => last.outcome === "running" && id === last.jobId);
  return dead === undefined ? null : { ...last, message: dead.message, finishedAt: dead.finishedAt };
}
