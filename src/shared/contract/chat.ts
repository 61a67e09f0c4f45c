import { z } from "zod";
import { Id } from "#shared/contract/common.ts";
import {
  BulkFields,
  BulkOwner,
  BulkStatus,
  LeadFilter,
  LeadSelection,
  LeadStatus,
} from "#shared/contract/leads/lead.ts";
import { NewComment } from "#shared/contract/leads/comment.ts";
import { NewNextStep } from "#shared/contract/leads/next-step.ts";
import { TagNames } from "#shared/contract/leads/tag.ts";
import { DataSourceUpdate } from "#shared/contract/data-source.ts";
import { EmailSettingsUpdate } from "#shared/contract/email-settings.ts";
import { NewRule, RuleUpdate } from "#shared/contract/rule.ts";
import { ScrapeTargetUpdate } from "#shared/contract/scrape-target.ts";
import { SettingsUpdate } from "#shared/contract/settings.ts";
import { LANGUAGES } from "#shared/language.ts";
import { LIMITS } from "#shared/limits.ts";

const { messageLength, historyMessages } = LIMITS.chat;

export const ChatMessage = z.object({ text: z.string().max(20_000), isUser: z.boolean() });
export type ChatMessage = z.infer<typeof ChatMessage>;

export const ChatRequest = z.object({
  message: z
    .string()
    .max(messageLength)
    .refine((text) => text.trim() !== "", "Message is required"),
  /** Previous messages, oldest first. */
  history: z.array(ChatMessage).max(historyMessages).optional(),
  /** The current page, so that on "/leads/12", "why this score?" refers to that lead. */
  page: z.string().max(2_000).optional(),
  /** The time zone of the question's and the reply's days and times; that of the reports if unknown. */
  timeZone: z.string().max(LIMITS.nextStep.timeZoneLength).optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;

/** A lead of an answer, shown as a card. */
const ChatLead = z.object({
  id: Id,
  name: z.string(),
  company: z.string(),
  score: z.int(),
  status: LeadStatus,
  /** What the question was about, such as the value of a custom field. */
  detail: z.string().optional(),
});
export type ChatLead = z.infer<typeof ChatLead>;

/**
 * Something the user can do next. The assistant never does it: a button with the label does, as the user and through
 * the same calls as the screens.
 */
export const ChatAction = z.discriminatedUnion("kind", [
  z.object({
    kind: z.enum(["approve", "reject", "qualify"]),
    label: z.string(),
    leadId: Id,
    /** The lead's status in the reply. */
    formerStatus: LeadStatus,
  }),
  z.object({ kind: z.literal("bulk_status"), label: z.string(), ...BulkStatus.shape }),
  z.object({ kind: z.literal("bulk_owner"), label: z.string(), ...BulkOwner.shape }),
  z.object({
    kind: z.literal("bulk_tags"),
    label: z.string(),
    selection: LeadSelection,
    add: TagNames,
    remove: TagNames,
  }),
  z.object({ kind: z.literal("bulk_fields"), label: z.string(), ...BulkFields.shape }),
  z.object({ kind: z.literal("export"), label: z.string(), filter: LeadFilter }),
  z.object({ kind: z.literal("report"), label: z.string() }),
  z.object({ kind: z.literal("sync"), label: z.string() }),
  z.object({ kind: z.literal("sync_mailbox"), label: z.string() }),
  z.object({ kind: z.literal("rule"), label: z.string(), rule: NewRule }),
  z.object({ kind: z.literal("rule_change"), label: z.string(), id: Id, change: RuleUpdate }),
  z.object({ kind: z.literal("settings"), label: z.string(), change: SettingsUpdate }),
  z.object({ kind: z.literal("email_settings"), label: z.string(), id: Id, change: EmailSettingsUpdate }),
  z.object({ kind: z.literal("data_source"), label: z.string(), id: Id, change: DataSourceUpdate }),
  z.object({ kind: z.literal("scrape_target"), label: z.string(), id: Id, change: ScrapeTargetUpdate }),
  z.object({ kind: z.literal("scrape"), label: z.string(), id: Id }),
  z.object({ kind: z.literal("delete"), label: z.string(), selection: LeadSelection }),
  z.object({ kind: z.literal("undo"), label: z.string(), actId: Id }),
  z.object({ kind: z.literal("next_step"), label: z.string(), leadId: Id, step: NewNextStep }),
  z.object({ kind: z.literal("comment"), label: z.string(), leadId: Id, text: NewComment.shape.text }),
]);
export type ChatAction = z.infer<typeof ChatAction>;

/**
 * `reply` is plain text with line breaks; `links` point to records and pages within the product. `from` is the source
 * of the answer: the help texts, the product's data, a language model over both, or nothing found.
 */
export const ChatReply = z.object({
  reply: z.string(),
  links: z.array(z.object({ label: z.string(), href: z.string() })),
  /** Suggested next questions. */
  suggestions: z.array(z.string()),
  from: z.enum(["help", "data", "model", "none"]),
  /** The language of the question and the reply. */
  language: z.enum(LANGUAGES).optional(),
  /** Leads and figures of the reply. */
  leads: z.array(ChatLead).optional(),
  figures: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
  actions: z.array(ChatAction).optional(),
});
export type ChatReply = z.infer<typeof ChatReply>;

/** Server-sent event while a reply is generated: `event: text` appends, `event: reply` is the complete reply. */
export const ChatText = z.object({ text: z.string() });
