import type { PlannedJob } from "#server/workflows/schedules/plan.ts";

/** Every job that is asked for: the key that there is one of at a time, its name for people, and what its handler needs. */
export const jobs = {
  sync: (): PlannedJob => ({ kind: "sync", key: "sync", title: "Sync of all data sources", input: { isRest: false } }),

  /** What limited syncs left over; a source is read once at a time. */
  syncRest: (): PlannedJob => ({
    kind: "sync",
    key: "sync",
    title: "What the last sync left over",
    input: { isRest: true },
  }),

  scrape: ({ id, name }: { id: string; name: string }): PlannedJob => ({
    kind: "scrape",
    key: `scrape:${id}`,
    title: `Scrape of ${name}`,
    input: { targetId: id },
  }),

  /** The mailbox of the Gmail screen. */
  mailbox: (): PlannedJob => ({ kind: "mailbox", key: "mailbox", title: "Sync of the mailbox", input: {} }),

  /** A data source of type email that has announced mail. */
  mailSource: ({ id, name }: { id: string; name: string }): PlannedJob => ({
    kind: "mailbox",
    key: `mailbox:${id}`,
    title: `New mail of ${name}`,
    input: { sourceId: id },
  }),

  scheduledReport: (): PlannedJob => ({ kind: "report", key: "report", title: "Scheduled report", input: {} }),

  /** One that a person asked for, which is a report of its own. */
  pressedReport: (windowKey: string): PlannedJob => ({
    kind: "report",
    key: `report:${windowKey}`,
    title: "Report",
    input: { windowKey },
  }),

  followUps: (): PlannedJob => ({
    kind: "follow-ups",
    key: "follow-ups",
    title: "Follow-ups that are due",
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
    title: `Undo of the import of ${fileName}`,
    input: { importId: id, work: "undo" },
  }),

  replay: (): PlannedJob => ({
    kind: "replay",
    key: "replay",
    title: "Reading raw input again",
    input: { work: "look" },
  }),

  applyReplay: (replayId: string, leadIds: readonly string[] | undefined): PlannedJob => ({
    kind: "replay",
    key: "replay",
    title: "Applying what was read again",
    input: { work: "apply", replayId, ...(leadIds !== undefined && { leadIds }) },
  }),

  rescore: (): PlannedJob => ({ kind: "rescore", key: "rescore", title: "Scoring leads again", input: {} }),

  submissions: (): PlannedJob => ({
    kind: "submissions",
    key: "submissions",
    title: "Form submissions",
    input: {},
  }),

  duplicates: (): PlannedJob => ({
    kind: "duplicates",
    key: "duplicates",
    title: "Looking for duplicates",
    input: {},
  }),

  /** `atOnce` looks for old leads though it was done today. */
  retention: ({ atOnce }: { atOnce: boolean }): PlannedJob => ({
    kind: "retention",
    key: "retention",
    title: "Removing old leads",
    input: { atOnce },
  }),

  backup: (): PlannedJob => ({ kind: "backup", key: "backup", title: "Backup", input: {} }),

  housekeeping: (): PlannedJob => ({ kind: "housekeeping", key: "housekeeping", title: "Housekeeping", input: {} }),
} as const;
