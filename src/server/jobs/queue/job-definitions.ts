import type { NewJob } from "#server/jobs/queue/job-queue.ts";

/** A job added by a schedule. Its input is an object, to which the run is added. */
export type PlannedJob = Omit<NewJob, "notBefore" | "input"> & { input: Readonly<Record<string, unknown>> };

/** Every job that can be requested: its key (at most one job per key at a time), display name and input. */
export const jobs = {
  sync: (): PlannedJob => ({ kind: "sync", key: "sync", title: "Data source sync", input: { isRest: false } }),

  /** The rest of a limited sync; a source is read by one sync at a time. */
  syncRest: (): PlannedJob => ({
    kind: "sync",
    key: "sync",
    title: "Remaining rows of the last sync",
    input: { isRest: true },
  }),

  scrape: ({ id, name }: { id: string; name: string }): PlannedJob => ({
    kind: "scrape",
    key: `scrape:${id}`,
    title: `Scrape of ${name}`,
    input: { targetId: id },
  }),

  /** The mailbox of the Gmail screen. */
  mailbox: (): PlannedJob => ({ kind: "mailbox", key: "mailbox", title: "Mailbox sync", input: {} }),

  /** An email data source that has announced new messages. */
  mailSource: ({ id, name }: { id: string; name: string }): PlannedJob => ({
    kind: "mailbox",
    key: `mailbox:${id}`,
    title: `New mail in ${name}`,
    input: { sourceId: id },
  }),

  scheduledReport: (): PlannedJob => ({ kind: "report", key: "report", title: "Scheduled report", input: {} }),

  /** A report requested by a user, separate from the scheduled ones. */
  pressedReport: (windowKey: string): PlannedJob => ({
    kind: "report",
    key: `report:${windowKey}`,
    title: "Report",
    input: { windowKey },
  }),

  followUps: (): PlannedJob => ({
    kind: "follow-ups",
    key: "follow-ups",
    title: "Due follow-ups",
    input: {},
  }),

  importFile: ({ id, fileName }: { id: string; fileName: string }): PlannedJob => ({
    kind: "import",
    key: `import:${id}`,
    title: `Import of ${fileName}`,
    input: { importId: id, work: "take-in" },
  }),

  undoImport: ({ id, fileName }: { id: string; fileName: string }): PlannedJob => ({
    kind: "import",
    key: `import:${id}`,
    title: `Undo of ${fileName} import`,
    input: { importId: id, work: "undo" },
  }),

  replay: (): PlannedJob => ({
    kind: "replay",
    key: "replay",
    title: "Rereading raw input",
    input: { work: "look" },
  }),

  applyReplay: (replayId: string, leadIds: readonly string[] | undefined): PlannedJob => ({
    kind: "replay",
    key: "replay",
    title: "Applying reread data",
    input: { work: "apply", replayId, ...(leadIds !== undefined && { leadIds }) },
  }),

  rescore: (): PlannedJob => ({ kind: "rescore", key: "rescore", title: "Rescoring leads", input: {} }),

  submissions: (): PlannedJob => ({
    kind: "submissions",
    key: "submissions",
    title: "Form submissions",
    input: {},
  }),

  /** Classifies messages that need review with the language model. */
  secondReading: (): PlannedJob => ({
    kind: "second-reading",
    key: "second-reading",
    title: "Reading unclear messages with the language model",
    input: {},
  }),

  duplicates: (): PlannedJob => ({
    kind: "duplicates",
    key: "duplicates",
    title: "Finding duplicates",
    input: {},
  }),

  /** `atOnce` looks for old leads even if that was already done today. */
  retention: ({ atOnce }: { atOnce: boolean }): PlannedJob => ({
    kind: "retention",
    key: "retention",
    title: "Removing old leads",
    input: { atOnce },
  }),

  backup: (): PlannedJob => ({ kind: "backup", key: "backup", title: "Backup", input: {} }),

  housekeeping: (): PlannedJob => ({ kind: "housekeeping", key: "housekeeping", title: "Housekeeping", input: {} }),
} as const;
