import {
  type NewWriteBack,
  type WriteBack,
  type WriteBackUpdate,
  WRITE_BACK_KIND,
  type WriteBackKind,
} from "#shared/contract/leads/write-back.ts";
import { definedFields } from "#shared/defined-fields.ts";
import type { WebhookEvent } from "#shared/webhook-events.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { act, changeWord, type ActionEntry } from "#server/features/journal/act.ts";
import { refuseStale, versionOf } from "#server/features/journal/record-version.ts";
import { refuseTaken, tabOfSource } from "#server/features/write-backs/write-back-tab.ts";
import type { Workspace } from "#server/workspace.ts";

type WriteBackRecord = WebhookEndpointRecord & { kind: WriteBackKind };

/** What changes a row's values. New and restored rows are recorded with the row. */
const EVENTS: WebhookEvent[] = [
  "lead.updated",
  "lead.qualified",
  "lead.approved",
  "lead.rejected",
  "lead.assigned",
  "lead.merged",
  "lead.deleted",
];

export async function listWriteBacks({ store }: Workspace): Promise<WriteBack[]> {
  const [endpoints, waiting] = await Promise.all([store.webhookEndpoints.list(), store.webhookDeliveries.waiting()]);
  return endpoints.filter(isWriteBack).map((record) => publicWriteBack(record, waiting.get(record.id) ?? 0));
}

/** Turns on the write-back of a Google Sheets source. Throws invalid, or sheet_taken. */
export async function createWriteBack(
  workspace: Workspace,
  { sourceId, columns, isActive }: NewWriteBack,
): Promise<Acted<WriteBack>> {
  const source = await workspace.store.dataSources.get(sourceId);
  const place = requireWritable(source);
  const record = {
    kind: WRITE_BACK_KIND,
    url: place.name,
    sealedUrl: null,
    sealedSecret: null,
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    description: "",
    events: EVENTS,
    payload: "thin",
    isActive,
    createdAt: workspace.clock().toISOString(),
    lastDelivery: null,
    failingSince: null,
    lastError: "",
    disabledAt: null,
    restUntil: null,
    account: null,
    mapping: null,
    owners: null,
    sourceId,
    columns,
    tab: tabOfSource(place),
    place: null,
    filledAt: null,
  } as const;
  const { done, actId } = await act(workspace, entryOf(record, "turned on"), function* ({ webhookEndpoints }) {
    refuseTaken(yield* webhookEndpoints.list(), record.tab);
    return yield* webhookEndpoints.create(record);
  });
  return { done: publicWriteBack({ ...done, kind: WRITE_BACK_KIND }, 0), actId };
}

/** Changes the columns, pauses or resumes. A resume forgets failures, and every row is written. Throws not_found or stale. */
export async function updateWriteBack(
  workspace: Workspace,
  id: string,
  { version, ...patch }: WriteBackUpdate,
): Promise<Acted<WriteBack>> {
  const before = await required(workspace, id);
  const isFresh = patch.isActive === true;
  const { done, actId } = await act(workspace, entryOf(before, changeWord(patch)), function* ({ webhookEndpoints }) {
    const current = yield* webhookEndpoints.get(id);
    if (current === null) throw notFound("write-back");
    refuseStale({ noun: "writeBack", table: "webhook_endpoints", key: id, record: current, version });
    const updated = yield* webhookEndpoints.update(id, {
      ...definedFields(patch),
      filledAt: null,
      ...(isFresh && { failingSince: null, lastError: "", disabledAt: null, restUntil: null }),
    });
    return updated ?? current;
  });
  if (isFresh) await workspace.store.webhookDeliveries.hasten(id);
  workspace.feed.changed(["webhooks"]);
  const waiting = await workspace.store.webhookDeliveries.waiting();
  return { done: publicWriteBack({ ...done, kind: WRITE_BACK_KIND }, waiting.get(id) ?? 0), actId };
}

/** Turns off a write-back. Its columns stay in the sheet. Throws not_found. */
export async function deleteWriteBack(workspace: Workspace, id: string): Promise<Acted<WebhookEndpointRecord>> {
  await required(workspace, id);
  return act(
    workspace,
    (record: WebhookEndpointRecord) => entryOf(record, "turned off"),
    function* ({ webhookEndpoints }) {
      const record = yield* webhookEndpoints.get(id);
      if (record === null || !(yield* webhookEndpoints.remove(id))) throw notFound("write-back");
      return record;
    },
  );
}

function requireWritable(source: DataSourceRecord | null): DataSourceRecord {
  if (source === null || source.type !== "google_sheets") throw invalid("sourceId", "Choose a Google Sheets source.");
  if (source.config.authMethod === "api_key") {
    throw invalid("sourceId", "An API key can only read. Connect this sheet with a service account.");
  }
  return source;
}

async function required({ store }: Pick<Workspace, "store">, id: string): Promise<WriteBackRecord> {
  const record = await store.webhookEndpoints.get(id);
  if (record === null || !isWriteBack(record)) throw notFound("write-back");
  return record;
}

function isWriteBack(record: WebhookEndpointRecord): record is WriteBackRecord {
  return record.kind === WRITE_BACK_KIND;
}

function publicWriteBack(record: WriteBackRecord, waiting: number): WriteBack {
  const { url, sourceId, columns, ...rest } = record;
  return {
    ...rest,
    name: url,
    sourceId: sourceId ?? "",
    columns: columns ?? [],
    waiting,
    version: versionOf("writeBack", record),
  };
}

function entryOf({ url }: Pick<WebhookEndpointRecord, "url">, what: string): ActionEntry {
  return { kind: "other", title: `Write-back to “${url}” ${what}` };
}
