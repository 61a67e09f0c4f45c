import type {
  CreatedWebhookEndpoint,
  NewWebhookEndpoint,
  RotatedSecret,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointUpdate,
} from "#shared/contract/webhook-endpoint.ts";
import { isCrmKind } from "#shared/crm.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { HOUR, MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { WebhookKind } from "#shared/webhook-events.ts";
import { WRITE_BACK_KIND } from "#shared/contract/leads/write-back.ts";
import { conflict, notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { WebhookDeliveryRecord } from "#server/db/outbox/webhook-deliveries.ts";
import { NO_WRITE_BACK, type WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import { act, changeWord, type ActionEntry } from "#server/features/journal/act.ts";
import { refuseStale, versionOf } from "#server/features/journal/record-version.ts";
import { deliverTogether, WEBHOOK_SECRETS } from "#server/features/webhooks/deliver.ts";
import { newSecret } from "#server/features/webhooks/sign.ts";
import { checkedUrl } from "#server/features/webhooks/webhook-url.ts";
import type { Workspace } from "#server/workspace.ts";

/** The endpoints as owners may see them, without secrets. */
export async function listEndpoints({ store }: Workspace): Promise<WebhookEndpoint[]> {
  const [endpoints, waiting] = await Promise.all([store.webhookEndpoints.list(), store.webhookDeliveries.waiting()]);
  return endpoints.filter(isEventReceiver).map((record) => publicEndpoint(record, waiting.get(record.id) ?? 0));
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
    ...input,
    url: shown,
    sealedUrl: secrets.seal(url, WEBHOOK_SECRETS.url),
    sealedSecret: secret === "" ? null : secrets.seal(secret, WEBHOOK_SECRETS.secret),
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    createdAt: clock().toISOString(),
    lastDelivery: null,
    failingSince: null,
    lastError: "",
    disabledAt: null,
    restUntil: null,
    account: null,
    mapping: null,
    owners: null,
    ...NO_WRITE_BACK,
  };
  const { done, actId } = await act(workspace, entryOf(record, "added"), ({ webhookEndpoints }) =>
    webhookEndpoints.create(record),
  );
  return { done: { ...publicEndpoint({ ...done, kind: input.kind }, 0), secret }, actId };
}

/** Changes some fields. A resume or a new URL forgets its failures and sends at once. Throws not_found, stale or invalid. */
export async function updateEndpoint(
  workspace: Workspace,
  id: string,
  { version, url: typed, ...patch }: WebhookEndpointUpdate,
): Promise<Acted<WebhookEndpoint>> {
  const before = await required(workspace, id);
  const moved = typed === undefined ? null : checkedUrl(before.kind, typed);
  const isFresh = patch.isActive === true || moved !== null;
  const { done, actId } = await act(workspace, entryOf(before, changeWord(patch)), function* ({ webhookEndpoints }) {
    const current = yield* webhookEndpoints.get(id);
    if (current === null) throw notFound("integration");
    refuseStale({ noun: "webhookEndpoint", table: "webhook_endpoints", key: id, record: current, version });
    const updated = yield* webhookEndpoints.update(id, {
      ...definedFields(patch),
      ...(moved !== null && { url: moved.shown, sealedUrl: workspace.secrets.seal(moved.url, WEBHOOK_SECRETS.url) }),
      ...(isFresh && { failingSince: null, lastError: "", disabledAt: null, restUntil: null }),
    });
    return updated ?? current;
  });
  if (isFresh) await workspace.store.webhookDeliveries.hasten(id);
  workspace.feed.changed(["webhooks"]);
  const waiting = await workspace.store.webhookDeliveries.waiting();
  return { done: publicEndpoint({ ...done, kind: before.kind }, waiting.get(id) ?? 0), actId };
}

/** Deletes a destination. Its deliveries wait for an undo until they are pruned. Throws not_found. */
export async function deleteEndpoint(workspace: Workspace, id: string): Promise<Acted<WebhookEndpointRecord>> {
  await required(workspace, id);
  return act(
    workspace,
    (record: WebhookEndpointRecord) => entryOf(record, "deleted"),
    function* ({ webhookEndpoints }) {
      const record = yield* webhookEndpoints.get(id);
      if (record === null || !(yield* webhookEndpoints.remove(id))) throw notFound("integration");
      return record;
    },
  );
}

/** Replaces the signing secret. The previous one also signs for a day, so that the receiver can change over. */
export async function rotateSecret(workspace: Workspace, id: string): Promise<RotatedSecret> {
  const { store, secrets, clock, feed } = workspace;
  const { kind, sealedSecret } = await required(workspace, id);
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
  const endpoint = await required(workspace, id);
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
  const delivery = await workspace.store.webhookDeliveries.replay(id, deliveryId, held);
  if (delivery === null) throw notFound("delivery");
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

async function required(workspace: Workspace, id: string): Promise<EventReceiver> {
  const record = await anyDestination(workspace, id);
  if (!isEventReceiver(record)) throw notFound("integration");
  return record;
}

/** A webhook, chat, CRM or sheet: their deliveries are alike. */
async function anyDestination({ store }: Workspace, id: string): Promise<WebhookEndpointRecord> {
  const record = await store.webhookEndpoints.get(id);
  if (record === null) throw notFound("integration");
  return record;
}

function isSentByJob({ kind }: WebhookEndpointRecord): boolean {
  return isCrmKind(kind) || kind === WRITE_BACK_KIND;
}

function isEventReceiver(record: WebhookEndpointRecord): record is EventReceiver {
  return !isSentByJob(record);
}

function publicEndpoint(record: EventReceiver, waiting: number): WebhookEndpoint {
  return { ...record, waiting, version: versionOf("webhookEndpoint", record) };
}

function entryOf({ description, url }: Pick<WebhookEndpointRecord, "description" | "url">, what: string): ActionEntry {
  return { kind: "other", title: `Integration “${description || url}” ${what}` };
}
