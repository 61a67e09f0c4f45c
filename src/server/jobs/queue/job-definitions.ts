import { counted } from "#shared/counted.ts";
import type { NewJob } from "#server/jobs/queue/job-queue.ts";

/** A job added by a schedule. Its input is an object, to which the run is added. */
export type PlannedJob = Omit<NewJob, "notBefore" | "input"> & { input: Readonly<Record<string, unknown>> };

/** A job whose key is its kind, or one of several of that kind. */
function job(kind: PlannedJob["kind"], title: string, input: PlannedJob["input"] = {}, of?: string): PlannedJob {
  return { kind, key: of === undefined ? kind : `${kind}:${of}`, title, input };
}

/** Every job that can be requested: its key (at most one job per key at a time), display name and input. */
export const jobs = {
  sync: (sources: readonly { name: string }[]) => job("sync", `Sync of ${namesOf(sources)}`, { isRest: false }),

  /** The rest of a limited sync; a source is read by one sync at a time. */
  syncRest: (sources: readonly { name: string }[]) =>
    job("sync", `Remaining rows of ${namesOf(sources)}`, { isRest: true }),

  scrape: ({ id, name }: { id: string; name: string }) => job("scrape", `Scrape of ${name}`, { targetId: id }, id),

  /** The mailbox of the Gmail screen. */
  mailbox: ({ email }: { email: string }) => job("mailbox", `Sync of ${email}`),

  /** An email data source that has announced new messages. */
  mailSource: ({ id, name }: { id: string; name: string }) =>
    job("mailbox", `New mail in ${name}`, { sourceId: id }, id),

  scheduledReport: (recipients: number) => job("report", `Scheduled report to ${people(recipients)}`),

  /** A report requested by a user, separate from the scheduled ones. */
  pressedReport: (windowKey: string, recipients: number) =>
    job("report", `Report to ${people(recipients)}`, { windowKey }, windowKey),

  digests: () => job("digest", "Team emails"),

  followUps: () => job("follow-ups", "Follow-up emails"),

  importFile: ({ id, fileName }: { id: string; fileName: string }) =>
    job("import", `Import of ${fileName}`, { importId: id, work: "take-in" }, id),

  undoImport: ({ id, fileName }: { id: string; fileName: string }) =>
    job("import", `Undo import of ${fileName}`, { importId: id, work: "undo" }, id),

  replay: () => job("replay", "Check of stored leads for missed details", { work: "look" }),

  applyReplay: (replayId: string, leadIds: readonly string[] | undefined) =>
    job("replay", "Update of stored leads with found details", {
      work: "apply",
      replayId,
      ...(leadIds !== undefined && { leadIds }),
    }),

  rescore: () => job("rescore", "Score update"),

  /** Converts the values that a type change left when its process stopped. */
  fieldValues: ({ id, name }: { id: string; name: string }) =>
    job("field-values", `Conversion of ${name}`, { fieldId: id }, id),

  submissions: () => job("submissions", "Form submissions"),

  /** Classifies messages that need review with the language model. */
  secondReading: () => job("second-reading", "Second look at unclear messages"),

  duplicates: () => job("duplicates", "Duplicate search"),

  addressCheck: () => job("address-check", "Check of email addresses"),

  companyFacts: () => job("company-facts", "Company facts from websites"),

  /** `atOnce` looks for old leads even if that was already done today. */
  retention: (input: { atOnce: boolean }) => job("retention", "Old lead removal", input),

  backup: () => job("backup", "Backup"),

  housekeeping: () => job("housekeeping", "Cleanup of expired data"),
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
