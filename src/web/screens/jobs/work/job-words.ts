import type { Job, JobKind, JobState } from "#shared/contract/job.ts";
import { waitInWords } from "#web/format/wait.ts";
import type { StatusTone } from "#web/ui/status.tsx";

export const STATES: Record<JobState, { word: string; tone: StatusTone }> = {
  waiting: { word: "Waiting", tone: "neutral" },
  running: { word: "Running", tone: "accent" },
  retrying: { word: "Retrying", tone: "warning" },
  done: { word: "Done", tone: "success" },
  dead: { word: "Failed", tone: "danger" },
  cancelled: { word: "Canceled", tone: "neutral" },
};

export const KINDS: Record<JobKind, string> = {
  sync: "Syncs",
  scrape: "Scrapes",
  mailbox: "Mailbox syncs",
  report: "Reports",
  digest: "Team emails",
  "follow-ups": "Follow-ups",
  import: "Imports",
  replay: "Reprocessing",
  rescore: "Score updates",
  "field-values": "Field types",
  submissions: "Form submissions",
  deliveries: "Deliveries",
  "second-reading": "Language model",
  "address-check": "Email addresses",
  "company-facts": "Company facts",
  duplicates: "Duplicate searches",
  retention: "Old lead removal",
  backup: "Backups",
  housekeeping: "Housekeeping",
};

/** Duration of a finished job: "12 seconds"; null if it never started. */
export function ranFor({ startedAt, finishedAt }: Pick<Job, "startedAt" | "finishedAt">): string | null {
  if (startedAt === null || finishedAt === null) return null;
  return waitInWords((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000);
}
