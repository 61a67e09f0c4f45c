import { z } from "zod";
import { IdParams } from "#shared/contract/common.ts";
import { Canceled, removal, type Endpoint } from "#shared/contract/endpoint.ts";
import { Job, JobPage, JobQuery } from "#shared/contract/job.ts";
import { BackupFile, Schedule } from "#shared/contract/schedule.ts";
import {
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  RotatedSecret,
  WebhookDelivery,
  WebhookDeliveryParams,
  WebhookDeliveryQuery,
  WebhookEndpoint,
  WebhookEndpointUpdate,
} from "#shared/contract/webhook-endpoint.ts";

/** Jobs, schedules, backups and webhooks. */
export const operationEndpoints = {
  "GET /api/jobs": { permission: "read", summary: "List jobs, newest first", query: JobQuery, response: JobPage },
  "GET /api/jobs/{id}": { permission: "read", summary: "Get a job", params: IdParams, response: Job },
  "POST /api/jobs/{id}/cancel": {
    permission: "work",
    summary: "Cancel a job; its changes stay",
    params: IdParams,
    response: Canceled,
  },
  "POST /api/jobs/{id}/retry": {
    permission: "work",
    summary: "Retry a failed or canceled job",
    params: IdParams,
    response: Job,
  },
  "POST /api/jobs/{id}/drop": removal("work", "Remove a finished job"),
  "GET /api/schedules": { permission: "read", summary: "List schedules", response: z.array(Schedule) },
  "POST /api/schedules/{id}/run": {
    permission: "work",
    summary: "Run a schedule now",
    params: IdParams,
    response: Job,
    status: 202,
  },
  "GET /api/backups": { permission: "manage", summary: "List backups on this server", response: z.array(BackupFile) },
  "GET /api/webhook-endpoints": {
    permission: "manage",
    summary: "List webhooks and chats that receive events",
    response: z.array(WebhookEndpoint),
  },
  "POST /api/webhook-endpoints": {
    permission: "manage",
    summary: "Add a webhook or chat; the answer shows a webhook's signing secret once",
    body: NewWebhookEndpoint,
    response: CreatedWebhookEndpoint,
    status: 201,
  },
  "PATCH /api/webhook-endpoints/{id}": {
    permission: "manage",
    summary: "Update, pause or resume a webhook or chat",
    params: IdParams,
    body: WebhookEndpointUpdate,
    response: WebhookEndpoint,
  },
  "DELETE /api/webhook-endpoints/{id}": removal("manage", "Delete a webhook or chat"),
  "POST /api/webhook-endpoints/{id}/test": {
    permission: "manage",
    summary: "Send a test event and return its delivery",
    params: IdParams,
    response: WebhookDelivery,
  },
  "POST /api/webhook-endpoints/{id}/rotate-secret": {
    permission: "manage",
    summary: "Create a new signing secret; the previous one also signs for a day",
    params: IdParams,
    response: RotatedSecret,
  },
  "GET /api/webhook-endpoints/{id}/deliveries": {
    permission: "manage",
    summary: "List deliveries, newest first",
    params: IdParams,
    query: WebhookDeliveryQuery,
    response: z.array(WebhookDelivery),
  },
  "POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/replay": {
    permission: "manage",
    summary: "Send a delivery again under its ID",
    params: WebhookDeliveryParams,
    response: WebhookDelivery,
  },
} as const satisfies Record<string, Endpoint>;
