import { z } from "zod";

/** What can change while a user is looking; each topic maps to the queries to refetch. */
export const CHANGE_TOPICS = [
  "leads",
  "rules",
  "data-sources",
  "email-settings",
  "settings",
  "scrape-targets",
  "mailbox",
  "mail-sign-ins",
  "form-submissions",
  "hosted-forms",
  "imports",
  "activity",
  "status",
  "lead-views",
  "tags",
  "lead-fields",
  "comments",
  "notifications",
  "rule-contributions",
  "learning",
  "duplicates",
  "replays",
  "jobs",
  "schedules",
  "users",
  "session",
  "sessions",
  "tokens",
  "audit",
  "backups",
  "webhooks",
] as const;
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** Server-sent event: `event: changed` with the topics, or `event: progress` of long-running work. */
export const ChangedEvent = z.object({
  topics: z.array(z.enum(CHANGE_TOPICS)),
  leadIds: z.array(z.string()).optional(),
});
export type ChangedEvent = z.infer<typeof ChangedEvent>;

export const ProgressEvent = z.object({
  work: z.enum([
    "sync",
    "rescore",
    "report",
    "scrape",
    "mailbox",
    "import",
    "undo",
    "bulk",
    "retention",
    "what-if",
    "duplicates",
    "replay",
    "job",
  ]),
  /** The id of the target, mailbox, import or job. */
  id: z.string().optional(),
  label: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  finished: z.boolean(),
});
export type ProgressEvent = z.infer<typeof ProgressEvent>;
