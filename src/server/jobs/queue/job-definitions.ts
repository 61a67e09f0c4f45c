import { counted } from "#shared/counted.ts";
import type { NewJob } from "#server/jobs/queue/job-queue.ts";

/** A job added by a schedule. Its input is an object, to which the run is added. */
export type PlannedJob = Omit<NewJob, "notBefore" | "input"> & { input: Readonly<Record<string, unknown>> };

/** The only job of its kind. */
function only(kind: PlannedJob["kind"], title: string): () => PlannedJob {
  return () => ({ kind, key: kind, title, input: {} });
}

/** Every job that can be requested: its key (at most one job per key at a time), display name and input. */
export const jobs = {
  sync: (sources: readonly { name: string }[]): PlannedJob => ({
    kind: "sync",
    key: "sync",
    title: `Sync of ${namesOf(sources)}`,
    input: { isRest: false },
  }),

  /** The rest of a limited sync; a source is read by one sync at a time. */
  syncRest: (sources: readonly { name: string }[]): PlannedJob => ({
    kind: "sync",
    key: "sync",
    title: `Remaining rows of ${namesOf(sources)}`,
    input: { isRest: true },
  }),

  scrape: ({ id, name }: { id: string; name: string }): PlannedJob => ({
    kind: "scrape",
    key: `scrape:${id}`,
    title: `Scrape of ${name}`,
    input: { targetId: id },
  }),

  /** The mailbox of the Gmail screen. */
  mailbox: ({ email }: { email: string }): PlannedJob => ({
    kind: "mailbox",
    key: "mailbox",
    title: `Sync of ${email}`,
    input: {},
  }),

  /** An email data source that has announced new messages. */
  mailSource: ({ id, name }: { id: string; name: string }): PlannedJob => ({
    kind: "mailbox",
    key: `mailbox:${id}`,
    title: `New mail in ${name}`,
    input: { sourceId: id },
  }),

  scheduledReport: (recipients: number): PlannedJob => ({
    kind: "report",
    key: "report",
    title: `Scheduled report to ${people(recipients)}`,
    input: {},
  }),

  /** A report requested by a user, separate from the scheduled ones. */
  pressedReport: (windowKey: string, recipients: number): PlannedJob => ({
    kind: "report",
    key: `report:${windowKey}`,
    title: `Report to ${people(recipients)}`,
    input: { windowKey },
  }),

  digests: only("digest", "Team emails"),

  followUps: only("follow-ups", "Follow-up emails"),

  importFile: ({ id, fileName }: { id: string; fileName: string }): PlannedJob => ({
    kind: "import",
    key: `import:${id}`,
    title: `Import of ${fileName}`,
    input: { importId: id, work: "take-in" },
  }),

  undoImport: ({ id, fileName }: { id: string; fileName: string }): PlannedJob => ({
    kind: "import",
    key: `import:${id}`,
    title: `Undo import of ${fileName}`,
    input: { importId: id, work: "undo" },
  }),

  replay: (): PlannedJob => ({
    kind: "replay",
    key: "replay",
    title: "Check of stored leads for missed details",
    input: { work: "look" },
  }),

  applyReplay: (replayId: string, leadIds: readonly string[] | undefined): PlannedJob => ({
    kind: "replay",
    key: "replay",
    title: "Update of stored leads with found details",
    input: { work: "apply", replayId, ...(leadIds !== undefined && { leadIds }) },
  }),

  rescore: only("rescore", "Score update"),

  /** Converts the values that a type change left when its process stopped. */
  fieldValues: ({ id, name }: { id: string; name: string }): PlannedJob => ({
    kind: "field-values",
    key: `field-values:${id}`,
    title: `Conversion of ${name}`,
    input: { fieldId: id },
  }),

  submissions: only("submissions", "Form submissions"),

  /** Classifies messages that need review with the language model. */
  secondReading: only("second-reading", "Second look at unclear messages"),

  duplicates: only("duplicates", "Duplicate search"),

  addressCheck: only("address-check", "Check of email addresses"),

  companyFacts: only("company-facts", "Company facts from websites"),

  /** `atOnce` looks for old leads even if that was already done today. */
  retention: ({ atOnce }: { atOnce: boolean }): PlannedJob => ({
    kind: "retention",
    key: "retention",
    title: "Old lead removal",
    input: { atOnce },
  }),

  backup: only("backup", "Backup"),

  housekeeping: only("housekeeping", "Cleanup of expired data"),
} as const;

/** "Sales sheet", "Sales sheet and Fair", "5 data sources". */
function namesOf(sources: readonly { name: string }[]): string {
  const [one, other] = sources;
  if (one === undefined) return "data sources";
  if (other === undefined) return one.name;
  return sources.length === 2 ? `${one.name} and ${other.name}` : counted(sources.length, "data source");
}

function people(count: number): string {
  return count === 1 ? "1 person" : `${count} people`;
}
