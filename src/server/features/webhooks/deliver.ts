import { isCrmKind } from "#shared/crm.ts";
import { DAY, MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { WRITE_BACK_KIND } from "#shared/contract/leads/write-back.ts";
import { chatMessage, ENTRIES } from "#server/features/webhooks/chat-message.ts";
import { AppError } from "#server/platform/errors.ts";
import type { FetchOutcome } from "#server/platform/guarded-fetch.ts";
import type { WebhookDeliveryRecord } from "#server/db/outbox/webhook-deliveries.ts";
import { restsUntil, type WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import { sendToCrm } from "#server/features/crm-sending/send-to-crm.ts";
import {
  type Attempt,
  attemptOf,
  attemptOfCrm,
  attemptOfSheet,
  RETRY_DELAYS,
} from "#server/features/webhooks/attempt.ts";
import { sendToSheet } from "#server/features/write-backs/send-to-sheet.ts";
import { signedHeaders } from "#server/features/webhooks/sign.ts";
import type { Workspace } from "#server/workspace.ts";

/** What each stored secret of a destination is sealed for. */
export const WEBHOOK_SECRETS = { url: "webhook-url", secret: "webhook-secret" } as const;

/** Requests to a webhook at a time. */
const WEBHOOKS_AT_ONCE = 8;
/** CRMs limit their rate, and two leads of a new company at a time could create it twice. */
const LEADS_AT_ONCE = 1;
/** A chat gets one message however many there are, and a sheet is read and written as a whole. */
const EVENTS_TOGETHER = 10_000;
/** When this many attempts in a row fail, the receiver is most likely down. */
const FAILURES_BEFORE_REST = 3;
const REST_MILLISECONDS = MINUTE;
/** A job then ends, and the rest gets a new one, so that slow receivers don't hold up syncs, reports or each other. */
const JOB_MILLISECONDS = MINUTE / 4;

/** Sends an endpoint's due deliveries for a while, or only the first batch. Returns how many were delivered. */
export async function deliverDue(
  workspace: Workspace,
  endpointId: string,
  { isOneBatch }: { isOneBatch: boolean },
): Promise<number> {
  const { store, clock, feed, stopping } = workspace;
  let delivered = 0;
  const until = clock().getTime() + (isOneBatch ? 0 : JOB_MILLISECONDS);
  while (!stopping.aborted) {
    let endpoint = await store.webhookEndpoints.get(endpointId);
    const now = clock().toISOString();
    if (endpoint?.isActive !== true || restsUntil(endpoint, now) !== null) break;
    const { atOnce, areTogether } = batchOf(endpoint.kind);
    let due = await store.webhookDeliveries.due(endpointId, now, atOnce);
    if (endpoint.kind === WRITE_BACK_KIND && endpoint.filledAt === null) {
      const fill = { endpointId, type: "sheet.filled", leadId: null };
      if (due.length === 0) due = [await store.webhookDeliveries.add(fill, null)];
      // As it is now: a change after this has it filled again.
      endpoint = (await store.webhookEndpoints.update(endpointId, { filledAt: now })) ?? endpoint;
    }
    if (due.length === 0) break;
    delivered += await deliverTogether(workspace, endpoint, areTogether ? [due] : due.map((one) => [one]));
    feed.changed(["webhooks", "notifications"]);
    if (clock().getTime() >= until) break;
  }
  return delivered;
}

function batchOf(kind: WebhookEndpointRecord["kind"]): { atOnce: number; areTogether: boolean } {
  if (isCrmKind(kind)) return { atOnce: LEADS_AT_ONCE, areTogether: false };
  if (kind === "webhook") return { atOnce: WEBHOOKS_AT_ONCE, areTogether: false };
  return { atOnce: EVENTS_TOGETHER, areTogether: true };
}

/** Sends each group as one message, all at once, and records the attempts. Returns how many were delivered. */
export async function deliverTogether(
  workspace: Workspace,
  endpoint: WebhookEndpointRecord,
  groups: readonly (readonly WebhookDeliveryRecord[])[],
): Promise<number> {
  const attempts = await Promise.all(groups.map((group) => deliverGroup(workspace, endpoint, group)));
  let delivered = 0;
  let failures = 0;
  for (const [index, attempt] of attempts.entries()) {
    const at = workspace.clock();
    const ids = (groups[index] ?? []).map(({ id }) => id);
    const isDelivered = attempt.state === "delivered";
    // A second refusal in a row means that the settings are wrong rather than the lead.
    const isAlone = attempt.isRefused === true && endpoint.lastError === "";
    const isFailure = !isDelivered && attempt.counts && !isAlone;
    if (isDelivered) delivered += ids.length;
    failures = isFailure ? failures + 1 : 0;
    // A receiver that only ever asks to wait fails too.
    const isFailing = isFailure || attempt.state === "waiting";
    const rest = failures < FAILURES_BEFORE_REST ? null : new Date(at.getTime() + REST_MILLISECONDS).toISOString();
    const restUntil = attempt.restUntil ?? rest;
    await workspace.store.webhookDeliveries.end(ids, endpoint.id, at.toISOString(), (current) => {
      if (current === null) return { ...attempt, health: {} };
      if (hasMoved(endpoint, current)) return { ...afterMove(attempt), health: {} };
      // An unchanged lead isn't sent again, which says nothing about the receiver.
      const isAccepted = isDelivered && attempt.counts;
      const failingSince = isAccepted ? null : (current.failingSince ?? (isFailing ? at.toISOString() : null));
      const health = {
        failingSince,
        ...(isAccepted && { lastDelivery: at.toISOString(), lastError: "" }),
        ...(attempt.problem !== "" && { lastError: attempt.problem }),
        ...(restUntil !== null && { restUntil }),
        ...(isOver(attempt, failingSince, at) && { isActive: false, disabledAt: at.toISOString() }),
      };
      return { ...attempt, health };
    });
  }
  return delivered;
}

/** Whether someone entered another URL, account or tab while an attempt was under way. */
function hasMoved(before: WebhookEndpointRecord, now: WebhookEndpointRecord): boolean {
  return before.sealedUrl !== now.sealedUrl || before.sealedSecret !== now.sealedSecret || before.tab !== now.tab;
}

/** A failure of the previous URL doesn't count against the new one, which gets the event at once. */
function afterMove(attempt: Attempt): Attempt {
  if (attempt.state !== "waiting" && !attempt.isGone) return attempt;
  return { ...attempt, state: "waiting", nextAttempt: null, counts: false };
}

function isOver({ isGone, state }: Attempt, failingSince: string | null, at: Date): boolean {
  if (isGone) return true;
  const failingFor = failingSince === null ? 0 : at.getTime() - Date.parse(failingSince);
  return state !== "delivered" && failingFor >= LIMITS.webhook.failingDays * DAY;
}

async function deliverGroup(
  workspace: Workspace,
  endpoint: WebhookEndpointRecord,
  group: readonly WebhookDeliveryRecord[],
): Promise<Attempt> {
  const [first, ...rest] = group;
  if (first === undefined) throw new Error("There is nothing to deliver.");
  if (isCrmKind(endpoint.kind)) {
    const sent = await sendToCrm(workspace, endpoint, first);
    return attemptOfCrm(sent, { attempts: first.attempts, now: workspace.clock() });
  }
  if (endpoint.kind === WRITE_BACK_KIND) {
    const started = Date.now();
    const sent = await sendToSheet(workspace, endpoint);
    const attempts = Math.min(...group.map((delivery) => delivery.attempts));
    return attemptOfSheet(sent, { attempts, now: workspace.clock() }, Date.now() - started);
  }
  const known = rest.length === 0 ? first.payload : null;
  const body = known ?? (await payloadOf(workspace, endpoint, [first, ...rest]));
  if (known === null) {
    // The others are only counted.
    await workspace.store.webhookDeliveries.fix(group.slice(0, ENTRIES).map(({ id }) => ({ id, payload: body })));
  }
  const outcome = await send(workspace, endpoint, first.messageId, body);
  // A person sees the result of a test, so it isn't retried.
  const isTest = first.type === "webhook.test";
  const attempts = isTest ? RETRY_DELAYS.length : Math.min(...group.map((delivery) => delivery.attempts));
  return attemptOf(outcome, { attempts, now: workspace.clock() });
}

async function send(
  { secrets, outbound, clock }: Workspace,
  { kind, sealedUrl, sealedSecret, sealedPreviousSecret, previousSecretUntil, url }: WebhookEndpointRecord,
  id: string,
  body: string,
): Promise<FetchOutcome> {
  const at = clock();
  try {
    if (sealedUrl === null) return unsent(url, "The URL is missing since a restore. Enter it again.");
    const hasPrevious = previousSecretUntil !== null && previousSecretUntil > at.toISOString();
    const valid = [sealedSecret, hasPrevious ? sealedPreviousSecret : null].flatMap((sealed) =>
      sealed === null ? [] : [secrets.open(sealed, WEBHOOK_SECRETS.secret)],
    );
    return await outbound.fetch(secrets.open(sealedUrl, WEBHOOK_SECRETS.url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "*/*",
        "user-agent": "Winnow",
        ...(kind === "webhook" && signedHeaders({ id, at, body }, valid)),
      },
      body,
      bytes: LIMITS.webhook.answerBytes,
      milliseconds: LIMITS.webhook.timeout,
    });
  } catch (error) {
    if (error instanceof AppError && error.id === "secret_unreadable") return unsent(url, error.message);
    throw error;
  }
}

function unsent(url: string, reason: string): FetchOutcome {
  return { kind: "refused", reason, url, status: null };
}

/** Builds what is sent for a delivery of a webhook, or for several at once to a chat. */
async function payloadOf(
  workspace: Pick<Workspace, "store" | "publicUrl">,
  { kind, payload }: Pick<WebhookEndpointRecord, "kind" | "payload">,
  deliveries: readonly [WebhookDeliveryRecord, ...WebhookDeliveryRecord[]],
): Promise<string> {
  if (isCrmKind(kind) || kind === WRITE_BACK_KIND) throw new Error("CRMs and sheets get a lead's values.");
  if (kind !== "webhook") return chatMessage(workspace, kind, deliveries);
  const [{ type, createdAt, leadId, data }] = deliveries;
  const lead = payload === "full" && leadId !== null ? await leadOf(workspace, leadId) : undefined;
  return JSON.stringify({
    type,
    timestamp: createdAt,
    data: { ...(leadId !== null && { leadId }), ...data, ...(lead !== undefined && { lead }) },
  });
}

/** The lead as the API returns it, without the raw input. */
async function leadOf({ store }: Pick<Workspace, "store">, id: string): Promise<object | null> {
  const json = await store.leads.json(id);
  if (json === null) return null;
  const { rawData: _raw, sourceData: _source, ...lead } = JSON.parse(json) as Record<string, unknown>;
  return lead;
}
