import { z } from "zod";
import { Id, line, Timestamp } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

const { syncInterval, minimumConfidence, defaultLabel, fieldLength, labelsLength, keywords, keywordLength } =
  LIMITS.mailbox;

/** What speaks for or against a message being a lead, in words; `weight` is in percentage points of confidence. */
export const EmailReason = z.object({ text: z.string(), weight: z.number() });
export type EmailReason = z.infer<typeof EmailReason>;

export const EmailCorrection = z.enum(["lead", "not_lead"]);
export type EmailCorrection = z.infer<typeof EmailCorrection>;

/** A message that was analysed: of a mailbox, or pasted by a person. */
export const ProcessedEmail = z.object({
  id: Id,
  /** `mailbox:ID` of a data source, `gmail` for the mailbox of the Gmail screen, `pasted` for pasted text. */
  mailbox: z.string(),
  from: z.string(),
  leadName: z.string(),
  subject: z.string(),
  isLead: z.boolean(),
  /** How sure the analysis is that it is a lead, 0 to 100. */
  confidence: z.int().min(0).max(100),
  /** Why, in one sentence. */
  reason: z.string(),
  reasons: z.array(EmailReason),
  /** What a person said of it; null when nobody did. */
  correction: EmailCorrection.nullable(),
  /** The lead it became or belongs to. */
  leadId: Id.nullable(),
  /** `unreadable`: the message could not be parsed, which `reason` tells. `reply`: from a known lead. */
  kind: z.enum(["message", "reply", "unreadable"]),
  date: Timestamp,
  processedAt: Timestamp,
});
export type ProcessedEmail = z.infer<typeof ProcessedEmail>;

/** A message to read. Its HTML is at `/message/html` under its own address, made for a sandboxed frame. */
export const EmailMessage = z.object({
  id: Id,
  /** Whether it is as its mailbox has it; else `note` says why it is not, and what this is. */
  isWhole: z.boolean(),
  note: z.string(),
  /** Decoded, in the order in which mail programs show them. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  hasHtml: z.boolean(),
  /** Where the links of the HTML lead, which numbers them from 1 in this order. */
  links: z.array(z.string()),
  /** Pictures that would have been fetched from elsewhere. */
  blockedImages: z.int(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.int() })),
});
export type EmailMessage = z.infer<typeof EmailMessage>;

export const ProcessedEmailQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
});

const settings = {
  email: line(fieldLength),
  enabled: z.boolean(),
  autoSync: z.boolean(),
  /** Minutes; anything else than 5 to 1440 is refused. */
  syncInterval: z.int().min(syncInterval.min).max(syncInterval.max),
  /** Folders to read, separated by commas. */
  labels: line(labelsLength),
  /** `imaps://host:port` or `imap://host:port`; empty for the operator's default. */
  server: line(fieldLength),
};

/** What a person sends. Without `appPassword` the stored one stays. */
export const MailboxUpdate = z.object({
  ...settings,
  email: settings.email.min(1, "Email is required"),
  appPassword: z.string().max(fieldLength).optional(),
  enabled: settings.enabled.default(false),
  autoSync: settings.autoSync.default(false),
  syncInterval: settings.syncInterval.default(syncInterval.default),
  labels: settings.labels.default(defaultLabel),
  server: settings.server.default(""),
});
export type MailboxUpdate = z.infer<typeof MailboxUpdate>;

/** `attempt` is the last try to reach the mailbox, whatever the toggles say. */
export const MailboxHealth = z.object({
  state: z.enum(["active", "inactive", "failing", "untested"]),
  since: Timestamp.nullable(),
  message: z.string(),
  lastSync: Timestamp.nullable(),
  nextSync: Timestamp.nullable(),
  /** Whether new mail is announced by the server at once (IDLE). */
  watching: z.boolean(),
  processedToday: z.int(),
});
export type MailboxHealth = z.infer<typeof MailboxHealth>;

/** What the mailbox analysis obeys, for every mailbox and pasted text. */
export const AutomationRules = z.object({
  inclusionKeywords: z.array(line(keywordLength).min(1)).max(keywords),
  exclusionKeywords: z.array(line(keywordLength).min(1)).max(keywords),
  minimumConfidence: z.int().min(minimumConfidence.min).max(minimumConfidence.max),
});
export type AutomationRules = z.infer<typeof AutomationRules>;

export const DEFAULT_AUTOMATION_RULES: AutomationRules = {
  inclusionKeywords: [],
  exclusionKeywords: [],
  minimumConfidence: minimumConfidence.default,
};

/** The mailbox as answered; before the first save its fields are the defaults and `isConfigured` is false. */
export const MailboxConfig = z.object({
  ...settings,
  isConfigured: z.boolean(),
  hasAppPassword: z.boolean(),
  /** What an empty `server` stands for. */
  defaultServer: z.string(),
  rules: AutomationRules,
  health: MailboxHealth,
});
export type MailboxConfig = z.infer<typeof MailboxConfig>;

/** Without `appPassword` the stored one is used. */
export const MailboxTest = z.object({
  email: settings.email,
  appPassword: z.string().max(fieldLength).optional(),
  labels: settings.labels.optional(),
  server: settings.server.optional(),
});
export type MailboxTest = z.infer<typeof MailboxTest>;

/** `code` names the cause for programs, `message` the cause and the mend for people; `folders` what could be read. */
export const MailboxTestResult = z.object({
  success: z.boolean(),
  message: z.string(),
  code: z.string(),
  folders: z.array(z.string()).optional(),
});
export type MailboxTestResult = z.infer<typeof MailboxTestResult>;

/** Counts of one sync, which add up: processed = leadsFound + knownLeads + notLeads + replies + unreadable. */
export const MailboxSyncResult = z.object({
  /** Messages seen for the first time. */
  processed: z.int(),
  /** Those that became a new lead. */
  leadsFound: z.int(),
  /** Those that told more of a known lead. */
  knownLeads: z.int(),
  notLeads: z.int(),
  replies: z.int(),
  unreadable: z.int(),
  qualified: z.int(),
  cancelled: z.boolean(),
});
export type MailboxSyncResult = z.infer<typeof MailboxSyncResult>;

/** Null takes the correction back. */
export const EmailCorrectionUpdate = z.object({ correction: EmailCorrection.nullable() });

/** What the analysis has learned from corrections: each can be taken back by its message. */
export const EmailLearning = z.object({
  corrections: z.array(
    z.object({
      emailId: Id,
      from: z.string(),
      subject: z.string(),
      correction: EmailCorrection,
      /** Confidence without any correction, and with all of them. */
      before: z.int(),
      after: z.int(),
      at: Timestamp,
    }),
  ),
  /** What weighs differently since, the largest first; positive speaks for a lead. */
  shifts: z.array(z.object({ text: z.string(), shift: z.number() })),
});
export type EmailLearning = z.infer<typeof EmailLearning>;

export const EmailText = z.object({
  content: z
    .string()
    .max(LIMITS.pastedEmailLength, "The e-mail is too long")
    .refine((text) => text.trim() !== "", {
      message: "Please paste email content to analyze",
    }),
});

/** What an analysis found; the fields are empty where the message does not say. */
export const EmailAnalysis = z.object({
  isLead: z.boolean(),
  leadName: z.string(),
  confidence: z.int().min(0).max(100),
  reason: z.string(),
  reasons: z.array(EmailReason),
  name: z.string(),
  company: z.string(),
  title: z.string(),
  phone: z.string(),
  email: z.string(),
  subject: z.string(),
  leadId: Id.nullable(),
  /** The stored message, for a correction. */
  emailId: Id,
  /** Whether the lead is new rather than known already. */
  isNew: z.boolean(),
});
export type EmailAnalysis = z.infer<typeof EmailAnalysis>;
