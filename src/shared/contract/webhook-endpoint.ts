import { z } from "zod";
import { Id, line, Timestamp, Version } from "#shared/contract/common.ts";
import { Destination } from "#shared/contract/destination.ts";
import { Lead } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { WEBHOOK_EVENTS, WEBHOOK_KINDS } from "#shared/webhook-events.ts";

export const WebhookKind = z.enum(WEBHOOK_KINDS);
export const WebhookEvent = z.enum(WEBHOOK_EVENTS);

const { webhook } = LIMITS;
const Url = z.string().trim().min(1, "Enter a URL").max(webhook.urlLength);
const Events = z.array(WebhookEvent).min(1, "Choose at least one event").max(WEBHOOK_EVENTS.length);
const Description = line(webhook.descriptionLength);
/** `thin` sends ids, `full` also the lead. */
const Payload = z.enum(["thin", "full"]);

/** A webhook or chat. Its URL may hold a secret, so only a shortened one is returned. */
export const WebhookEndpoint = Destination.extend({
  kind: WebhookKind,
  url: z.string(),
  description: z.string(),
  events: z.array(WebhookEvent),
  payload: Payload,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const NewWebhookEndpoint = z.object({
  kind: WebhookKind.default("webhook"),
  url: Url,
  description: Description.default(""),
  events: Events,
  payload: Payload.default("thin"),
  isActive: z.boolean().default(true),
});
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>;

/** A new endpoint; `secret` is shown once, and empty for chats, which have none. */
export const CreatedWebhookEndpoint = WebhookEndpoint.extend({ secret: z.string() });
export type CreatedWebhookEndpoint = z.infer<typeof CreatedWebhookEndpoint>;

export const WebhookEndpointUpdate = z.object({
  url: Url.optional(),
  description: Description.optional(),
  events: Events.optional(),
  payload: Payload.optional(),
  isActive: z.boolean().optional(),
  version: Version.optional(),
});
export type WebhookEndpointUpdate = z.infer<typeof WebhookEndpointUpdate>;

/** The new secret; the previous one also signs until `previousSecretUntil`. */
export const RotatedSecret = z.object({ secret: z.string(), previousSecretUntil: Timestamp });
export type RotatedSecret = z.infer<typeof RotatedSecret>;

/** `failed` used its last attempt, or was held back after a restore. */
export const DeliveryState = z.enum(["waiting", "delivered", "failed"]);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const WebhookDelivery = z.object({
  id: Id,
  /** The `webhook-id` header, the same for every attempt. */
  messageId: z.string(),
  type: z.string(),
  leadId: Id.nullable(),
  state: DeliveryState,
  attempts: z.int(),
  createdAt: Timestamp,
  lastAttempt: Timestamp.nullable(),
  nextAttempt: Timestamp.nullable(),
  /** The status of the last answer; null without one. */
  answerStatus: z.int().nullable(),
  /** The start of the last answer, or why there was none. */
  answer: z.string(),
  /** What was sent, as JSON text; null before the first attempt. */
  payload: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryQuery = z.object({
  /** Only deliveries before this one. */
  before: Id.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

export const WebhookDeliveryParams = z.object({ id: Id, deliveryId: Id });

/** What a webhook receives. Not an answer of this API: described under `webhooks` in the OpenAPI document. */
export const WebhookMessage = z.object({
  type: z.enum([...WEBHOOK_EVENTS, "webhook.test"]),
  timestamp: Timestamp,
  data: z.object({
    leadId: Id.optional(),
    /** The names of the changed fields, for `lead.updated`. */
    changed: z.array(z.string()).optional(),
    previousStatus: z.string().optional(),
    /** An undo brought the lead back under its ID, for `lead.created` and the event of its status. */
    restored: z.boolean().optional(),
    /** The lead that no longer exists, for `lead.merged`. */
    mergedLeadId: Id.optional(),
    owner: z.string().optional(),
    /** What was read, for `source.failing` and `source.recovered`. */
    source: z.object({ kind: z.string(), id: Id.nullable(), name: z.string() }).optional(),
    report: z.object({ id: Id, leadCount: z.int() }).optional(),
    /** Only with full payloads; null when the lead no longer exists. */
    lead: Lead.omit({ rawData: true, sourceData: true }).partial().nullable().optional(),
  }),
});
