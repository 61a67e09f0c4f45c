import { z } from "zod";
import { Id, line, Timestamp, Version, wholeNumber } from "#shared/contract/common.ts";
import { MailSignInMethod } from "#shared/contract/mail-sign-in.ts";
import { LIMITS } from "#shared/limits.ts";

const { syncInterval, minimumConfidence, defaultLabel, fieldLength, labelsLength, keywords, keywordLength } =
  LIMITS.mailbox;

/** Why a message got its verdict, in a salesperson's words. */
export const EmailReason = z.object({ text: z.string() });
export type EmailReason = z.infer<typeof EmailReason>;

/** `review`: too unclear to decide without a person. */
export const EmailVerdict = z.enum(["lead", "review", "not_lead"]);
export type EmailVerdict = z.infer<typeof EmailVerdict>;

export const EmailCorrection = z.enum(["lead", "not_lead"]);
export type EmailCorrection = z.infer<typeof EmailCorrection>;

/** An analyzed message, from a mailbox or pasted by a user. */
export const ProcessedEmail = z.object({
  id: Id,
  /** `mailbox:ID` of a data source, `gmail` for the Gmail screen's mailbox, `pasted` for pasted text. */
  mailbox: z.string(),
  from: z.string(),
  leadName: z.string(),
  subject: z.string(),
  /** Start of the message text, on one line. */
  excerpt: z.string(),
  verdict: EmailVerdict,
  /** Whether `verdict` is "lead". */
  isLead: z.boolean(),
  /** Confidence that it is a lead, 0 to 100. */
  confidence: z.int().min(0).max(100),
  /** One sentence. */
  reason: z.string(),
  /** Best first. */
  reasons: z.array(EmailReason).max(LIMITS.mailbox.reasons),
  /** A person's decision, which overrides the verdict; null without one. */
  correction: EmailCorrection.nullable(),
  decidedBy: z.enum(["analysis", "language_model", "person"]),
  /** The lead it became or belongs to. */
  leadId: Id.nullable(),
  /** `unreadable`: parsing failed; `reason` says why. `reply`: from a known lead. */
  kind: z.enum(["message", "reply", "unreadable"]),
  date: Timestamp,
  processedAt: Timestamp,
});
export type ProcessedEmail = z.infer<typeof ProcessedEmail>;

/** A message to read. Its HTML is at `/message/html` under its own URL, for a sandboxed frame. */
export const EmailMessage = z.object({
  id: Id,
  /** Whether it is the original; otherwise `note` says why not and what this is. */
  isWhole: z.boolean(),
  note: z.string(),
  /** Decoded, in the order mail programs show them. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  hasHtml: z.boolean(),
  /** Link targets; the HTML refers to them by number, from 1. */
  links: z.array(z.string()),
  /** Remote images that were blocked. */
  blockedImages: z.int(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), bytes: z.int() })),
});
export type EmailMessage = z.infer<typeof EmailMessage>;

export const ProcessedEmailQuery = z.object({
  verdict: EmailVerdict.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(200).optional(),
});

const settings = {
  email: line(fieldLength),
  enabled: z.boolean(),
  autoSync: z.boolean(),
  /** In minutes. */
  syncInterval: wholeNumber("Sync interval", syncInterval),
  /** Folders to read, comma-separated. */
  labels: line(labelsLength),
  /** `imaps://host:port` or `imap://host:port`; empty for the operator's default. */
  server: line(fieldLength),
  signIn: MailSignInMethod,
};

/** As sent by the client. Without `appPassword` the stored one stays. */
export const MailboxUpdate = z.object({
  ...settings,
  email: settings.email.min(1, "Email is required"),
  appPassword: z.string().max(fieldLength).optional(),
  enabled: settings.enabled.default(false),
  autoSync: settings.autoSync.default(false),
  syncInterval: settings.syncInterval.default(syncInterval.default),
  labels: settings.labels.default(defaultLabel),
  server: settings.server.default(""),
  signIn: settings.signIn.default("password"),
  version: Version.optional(),
});
export type MailboxUpdate = z.infer<typeof MailboxUpdate>;

/** `attempt` is the last connection attempt, regardless of settings. */
export const MailboxHealth = z.object({
  state: z.enum(["active", "inactive", "failing", "untested"]),
  since: Timestamp.nullable(),
  message: z.string(),
  lastSync: Timestamp.nullable(),
  nextSync: Timestamp.nullable(),
  /** Whether the server pushes new mail (IDLE). */
  watching: z.boolean(),
  /** In the time zone of reports. */
  processedToday: z.int(),
});
export type MailboxHealth = z.infer<typeof MailboxHealth>;

/** Analysis settings for every mailbox and pasted email. */
export const AutomationRules = z.object({
  inclusionKeywords: z.array(line(keywordLength).min(1)).max(keywords),
  exclusionKeywords: z.array(line(keywordLength).min(1)).max(keywords),
  minimumConfidence: wholeNumber("Confidence score", minimumConfidence),
});
export type AutomationRules = z.infer<typeof AutomationRules>;

/** As returned. */
export const StoredAutomationRules = AutomationRules.extend({ version: Version });
export type StoredAutomationRules = z.infer<typeof StoredAutomationRules>;

export const AutomationRulesUpdate = AutomationRules.extend({ version: Version.optional() });
export type AutomationRulesUpdate = z.infer<typeof AutomationRulesUpdate>;

export const DEFAULT_AUTOMATION_RULES: AutomationRules = {
  inclusionKeywords: [],
  exclusionKeywords: [],
  minimumConfidence: minimumConfidence.default,
};

/** As returned; before the first save, fields are defaults and `isConfigured` is false. */
export const MailboxConfig = z.object({
  ...settings,
  isConfigured: z.boolean(),
  hasAppPassword: z.boolean(),
  /** Used if `server` is empty. */
  defaultServer: z.string(),
  rules: StoredAutomationRules,
  /** The language model for unclear messages and pages; null if not configured. */
  languageModel: z.object({ server: z.string(), requestsToday: z.int(), requestsPerDay: z.int() }).nullable(),
  health: MailboxHealth,
  /** Empty before the first save. */
  version: Version,
});
export type MailboxConfig = z.infer<typeof MailboxConfig>;

/** The same fields as when saving. Without `appPassword` the stored one is used. */
export const MailboxTest = z.object({
  ...z.object(settings).partial().shape,
  email: settings.email,
  appPassword: MailboxUpdate.shape.appPassword,
});
export type MailboxTest = z.infer<typeof MailboxTest>;

/** `code` identifies the cause for programs, `message` gives cause and fix; `folders` are the readable ones. */
export const MailboxTestResult = z.object({
  success: z.boolean(),
  message: z.string(),
  code: z.string(),
  folders: z.array(z.string()).optional(),
});
export type MailboxTestResult = z.infer<typeof MailboxTestResult>;

/** Counts of one sync: processed = leadsFound + knownLeads + toReview + notLeads + replies + unreadable. */
export const MailboxSyncResult = z.object({
  /** New messages. */
  processed: z.int(),
  /** Messages that became a new lead. */
  leadsFound: z.int(),
  /** Messages from known leads. */
  knownLeads: z.int(),
  /** Messages that need a person's decision. */
  toReview: z.int(),
  notLeads: z.int(),
  replies: z.int(),
  unreadable: z.int(),
  qualified: z.int(),
  canceled: z.boolean(),
});
export type MailboxSyncResult = z.infer<typeof MailboxSyncResult>;

/** Null undoes the correction. */
export const EmailCorrectionUpdate = z.object({ correction: EmailCorrection.nullable() });

/** What the analysis has learned from corrections; each can be undone through its message. */
export const EmailLearning = z.object({
  corrections: z.array(
    z.object({
      emailId: Id,
      from: z.string(),
      subject: z.string(),
      /** Start of the message text, on one line. */
      excerpt: z.string(),
      correction: EmailCorrection,
      /** Confidence without corrections, and with all of them. */
      before: z.int(),
      after: z.int(),
      at: Timestamp,
    }),
  ),
  /** Evidence weights changed by corrections, largest first; positive favors a lead. */
  shifts: z.array(z.object({ text: z.string(), shift: z.number() })),
});
export type EmailLearning = z.infer<typeof EmailLearning>;

export const EmailText = z.object({
  content: z
    .string()
    .max(LIMITS.pastedEmailLength, "This email is too long. Paste a shorter part.")
    .refine((text) => text.trim() !== "", {
      message: "Please paste email content to analyze",
    }),
});

/** The analysis result; fields missing from the message are empty. */
export const EmailAnalysis = z.object({
  verdict: EmailVerdict,
  /** Whether `verdict` is "lead". */
  isLead: z.boolean(),
  leadName: z.string(),
  confidence: z.int().min(0).max(100),
  reason: z.string(),
  reasons: z.array(EmailReason).max(LIMITS.mailbox.reasons),
  name: z.string(),
  company: z.string(),
  title: z.string(),
  phone: z.string(),
  email: z.string(),
  subject: z.string(),
  leadId: Id.nullable(),
  /** The stored message, for corrections. */
  emailId: Id,
  isNew: z.boolean(),
});
export type EmailAnalysis = z.infer<typeof EmailAnalysis>;
