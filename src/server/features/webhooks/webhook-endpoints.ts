import type {
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  RotatedSecret,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointUpdate,
} from "#shared/contract/webhook-endpoint.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { HOUR, MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { WebhookKind } from "#shared/webhook-events.ts";
import { conflict, existing } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { WebhookDeliveryRecord } from "#server/db/outbox/webhook-deliveries.ts";
import { endpointName, NEW_ENDPOINT, type WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import { act, type ActionEntry, changeWord, versionOf } from "#server/features/journal/act.ts";
import { deliverTogether, WEBHOOK_SECRETS } from "#server/features/webhooks/deliver.ts";
import {
  changeDestination,
  deleteDestination,
  type Destination,
  type DestinationKind,
  isSentByJob,
  listDestinations,
  requireDestination,
} from "#server/features/destinations/destinations.ts";
import { newSecret } from "#server/features/webhooks/sign.ts";
import { checkedUrl } from "#server/features/webhooks/webhook-url.ts";
import type { Workspace } from "#server/workspace.ts";

const RECEIVERS: DestinationKind<EventReceiver> = {
  noun: "webhookEndpoint",
  called: "integration",
  isOne: (record): record is EventReceiver => !isSentByJob(record),
};

/** The endpoints as owners may see them, without secrets. */
export async function listEndpoints(workspace: Workspace): Promise<WebhookEndpoint[]> {
  return (await listDestinations(workspace, RECEIVERS)).map(publicEndpoint);
}

/** Adds a destination. Throws invalid for a URL of another kind. */
export async function createEndpoint(
  workspace: Workspace,
  { url: typed, ...input }: NewWebhookEndpoint,
): Promise<Acted<CreatedWebhookEndpoint>> {
  const { secrets, clock } = workspace;
  const { url, shown } = checkedUrl(input.kind, typed);
  const secret = input.kind === "webhook" ? newSecret() : "";
  const record = {
    ...NEW_ENDPOINT,
    ...input,
    url: shown,
    sealedUrl: secrets.seal(url, WEBHOOK_SECRETS.url),
    sealedSecret: secret === "" ? null : secrets.seal(secret, WEBHOOK_SECRETS.secret),
    createdAt: clock().toISOString(),
  };
  const { done, actId } = await act(workspace, entryOf(record, "added"), ({ webhookEndpoints }) =>
    webhookEndpoints.create(record),
  );
  return { done: { ...publicEndpoint({ record: { ...done, kind: input.kind }, waiting: 0 }), secret }, actId };
}

/** Changes some fields. A resume or a new URL forgets failures and sends what failed. Throws not_found, stale or invalid. */
export async function updateEndpoint(
  workspace: Workspace,
  id: string,
  { version, url: typed, ...patch }: WebhookEndpointUpdate,
): Promise<Acted<WebhookEndpoint>> {
  const before = await requireDestination(workspace, RECEIVERS, id);
  const moved = typed === undefined ? null : checkedUrl(before.kind, typed);
  const isFresh = patch.isActive === true || moved !== null;
  const { done, actId } = await changeDestination(workspace, RECEIVERS, id, {
    version,
    entry: entryOf(before, changeWord(patch)),
    patch: {
      ...definedFields(patch),
      ...(moved !== null && { url: moved.shown, sealedUrl: workspace.secrets.seal(moved.url, WEBHOOK_SECRETS.url) }),
    },
    isFresh,
    isUrgent: isFresh,
  });
  return { done: publicEndpoint(done), actId };
}

/** Deletes a destination. Throws not_found. */
export async function deleteEndpoint(workspace: Workspace, id: string): Promise<Acted<WebhookEndpointRecord>> {
  return deleteDestination(workspace, RECEIVERS, id, (record) => entryOf(record, "deleted"));
}

/** Replaces the signing secret. The previous one also signs for a day, so that the receiver can change over. */
export async function rotateSecret(workspace: Workspace, id: string): Promise<RotatedSecret> {
  const { store, secrets, clock, feed } = workspace;
  const { kind, sealedSecret } = await requireDestination(workspace, RECEIVERS, id);
  if (kind !== "webhook") throw conflict("no_secret", "Only webhooks have a signing secret.");
  const secret = newSecret();
  const until = new Date(clock().getTime() + LIMITS.webhook.secretOverlapHours * HOUR).toISOString();
  await store.webhookEndpoints.update(id, {
    sealedSecret: secrets.seal(secret, WEBHOOK_SECRETS.secret),
    sealedPreviousSecret: sealedSecret,
    previousSecretUntil: until,
  });
  feed.changed(["webhooks"]);
  return { secret, previousSecretUntil: until };
}

/** Sends a test event now, even while paused, and returns its delivery. */
export async function sendTest(workspace: Workspace, id: string): Promise<WebhookDelivery> {
  const endpoint = await requireDestination(workspace, RECEIVERS, id);
  const asked = { endpointId: id, type: "webhook.test", leadId: null };
  return deliverNow(workspace, endpoint, await workspace.store.webhookDeliveries.add(asked, heldUntil(workspace)));
}

/**
 * Sends a delivery again under its message ID; if that fails, it is retried like a new one. A CRM or sheet gets it from
 * its job, because two requests at a time could create a record twice. Throws not_found.
 */
export async function replayDelivery(workspace: Workspace, id: string, deliveryId: string): Promise<WebhookDelivery> {
  const endpoint = await anyDestination(workspace, id);
  const isByJob = isSentByJob(endpoint);
  const held = isByJob ? null : heldUntil(workspace);
  const delivery = existing(await workspace.store.webhookDeliveries.replay(id, deliveryId, held), "delivery");
  if (isByJob) {
    workspace.feed.changed(["webhooks"]);
    return delivery;
  }
  return deliverNow(workspace, endpoint, delivery);
}

/** An endpoint's deliveries, newest first. Throws not_found. */
export async function listDeliveries(
  workspace: Workspace,
  id: string,
  { before, limit = DELIVERIES_LISTED }: { before?: string | undefined; limit?: number | undefined },
): Promise<WebhookDelivery[]> {
  await anyDestination(workspace, id);
  return workspace.store.webhookDeliveries.list(id, before ?? null, limit);
}

const DELIVERIES_LISTED = 50;

/** Until then no job takes the delivery that a person is sending. */
function heldUntil({ clock }: Workspace): string {
  return new Date(clock().getTime() + MINUTE).toISOString();
}

async function deliverNow(
  workspace: Workspace,
  endpoint: WebhookEndpointRecord,
  delivery: WebhookDeliveryRecord,
): Promise<WebhookDelivery> {
  await deliverTogether(workspace, endpoint, [[delivery]]);
  workspace.feed.changed(["webhooks", "notifications"]);
  return (await workspace.store.webhookDeliveries.get(endpoint.id, delivery.id)) ?? delivery;
}

/** A webhook or chat. */
type EventReceiver = WebhookEndpointRecord & { kind: WebhookKind };

/** A webhook, chat, CRM or sheet: their deliveries are alike. */
function anyDestination(workspace: Workspace, id: string): Promise<WebhookEndpointRecord> {
  const isOne = (_record: WebhookEndpointRecord): _record is WebhookEndpointRecord => true;
  return requireDestination(workspace, { called: "integration", isOne }, id);
}

function publicEndpoint({ record, waiting }: Destination<EventReceiver>): WebhookEndpoint {
  return { ...record, waiting, version: versionOf("webhookEndpoint", record) };
}

function entryOf(record: Pick<WebhookEndpointRecord, "description" | "url">, what: string): ActionEntry {
  return { kind: "other", title: `Integration “${endpointName(record)}” ${what}` };
}
