import { isCrmKind } from "#shared/crm.ts";
import { WRITE_BACK_KIND } from "#shared/contract/leads/write-back.ts";
import type { EditedNoun } from "#shared/edited-fields.ts";
import { existing, notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import { act, type ActionEntry, refuseStale, removeRecord } from "#server/features/journal/act.ts";
import type { Workspace } from "#server/workspace.ts";

/** Webhooks and chats, CRMs, or sheets: they share a table, a log and how failures are handled. */
export interface DestinationKind<R extends WebhookEndpointRecord> {
  noun: EditedNoun;
  /** What errors call one: "integration". */
  called: string;
  isOne: (record: WebhookEndpointRecord) => record is R;
}

/** A destination with the number of deliveries that wait for it. */
export interface Destination<R> {
  record: R;
  waiting: number;
}

/** Whether deliveries always come from the destination's job, since two requests at a time could write twice. */
export function isSentByJob({ kind }: Pick<WebhookEndpointRecord, "kind">): boolean {
  return isCrmKind(kind) || kind === WRITE_BACK_KIND;
}

export async function listDestinations<R extends WebhookEndpointRecord>(
  { store }: Workspace,
  { isOne }: DestinationKind<R>,
): Promise<Destination<R>[]> {
  const [endpoints, waiting] = await Promise.all([store.webhookEndpoints.list(), store.webhookDeliveries.waiting()]);
  return endpoints.filter(isOne).map((record) => ({ record, waiting: waiting.get(record.id) ?? 0 }));
}

/** Throws not_found. */
export async function requireDestination<R extends WebhookEndpointRecord>(
  { store }: Pick<Workspace, "store">,
  { called, isOne }: Pick<DestinationKind<R>, "called" | "isOne">,
  id: string,
): Promise<R> {
  const record = await store.webhookEndpoints.get(id);
  if (record === null || !isOne(record)) throw notFound(called);
  return record;
}

interface Change {
  version: string | undefined;
  entry: ActionEntry;
  patch: Partial<Omit<WebhookEndpointRecord, "id">>;
  /** Whether it starts again, without its failures, and turned on if they had turned it off. */
  isFresh: boolean;
  /** Whether what waits or failed is sent at once. */
  isUrgent: boolean;
}

const FRESH = { failingSince: null, lastError: "", disabledAt: null, restUntil: null };

/** Changes a destination. Throws not_found and stale. */
export async function changeDestination<R extends WebhookEndpointRecord>(
  workspace: Workspace,
  { noun, called, isOne }: DestinationKind<R>,
  id: string,
  { version, entry, patch, isFresh, isUrgent }: Change,
): Promise<Acted<Destination<R>>> {
  const { done: record, actId } = await act(workspace, entry, function* ({ webhookEndpoints }) {
    const current = existing(yield* webhookEndpoints.get(id), called);
    refuseStale({ noun, table: "webhook_endpoints", key: id, record: current, version });
    const updated = yield* webhookEndpoints.update(id, {
      ...patch,
      ...(isFresh && { ...FRESH, isActive: patch.isActive ?? (current.isActive || current.disabledAt !== null) }),
    });
    return updated ?? current;
  });
  if (!isOne(record)) throw notFound(called);
  if (isUrgent) await workspace.store.webhookDeliveries.hasten(id);
  workspace.feed.changed(["webhooks"]);
  const waiting = await workspace.store.webhookDeliveries.waiting();
  return { done: { record, waiting: waiting.get(id) ?? 0 }, actId };
}

/** Deletes a destination. Its deliveries wait for an undo until they are pruned. Throws not_found. */
export async function deleteDestination<R extends WebhookEndpointRecord>(
  workspace: Workspace,
  kind: DestinationKind<R>,
  id: string,
  entryOf: (record: WebhookEndpointRecord) => ActionEntry,
): Promise<Acted<WebhookEndpointRecord>> {
  await requireDestination(workspace, kind, id);
  return act(workspace, entryOf, ({ webhookEndpoints }) => removeRecord(webhookEndpoints, id, kind.called));
}
