import type { Job, JobKind, JobState } from "#shared/contract/job.ts";
import { waitInWords } from "#web/format/wait.ts";
import type { StatusTone } from "#web/ui/status.tsx";

export const STATES: Record<JobState, { word: string; tone: StatusTone }> = {
  waiting: { word: "Waiting", tone: "neutral" },
  running: { word: "Running", tone: "accent" },
  retrying: { word: "Tries again", tone: "warning" },
  done: { word: "Done", tone: "success" },
  dead: { word: "Failed", tone: "danger" },
  cancelled: { word: "Cancelled", tone: "neutral" },
};

export const KINDS: Record<JobKind, string> = {
  sync: "Syncs",
  scrape: "Scrapes",
  mailbox: "Mailboxes",
  report: "Reports",
  "follow-ups": "Follow-ups",
  import: "Imports",
  replay: "Reading again",
  rescore: "Scoring",
  submissions: "Form submissions",
  duplicates: "Duplicates",
  retention: "Removal of old leads",
  backup: "Backups",
  housekeeping: "Housekeeping",
};

/** How long a job that has ended ran: "12 seconds"; null for one that never began. */
export function ranFor({ startedAt, finishedAt }: Pick<Job, "startedAt" | "finishedAt">): string | null {
  if (startedAt === null || finishedAt === null) return null;
  return waitInWords((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000);
}
