import {
  type NewWriteBack,
  type WriteBack,
  type WriteBackUpdate,
  WRITE_BACK_KIND,
  type WriteBackKind,
} from "#shared/contract/leads/write-back.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { WEBHOOK_EVENTS } from "#shared/webhook-events.ts";
import { invalid } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import { NEW_ENDPOINT, type WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { act, type ActionEntry, changeWord, versionOf } from "#server/features/journal/act.ts";
import {
  changeDestination,
  deleteDestination,
  type Destination,
  type DestinationKind,
  listDestinations,
  requireDestination,
} from "#server/features/destinations/destinations.ts";
import { refuseTaken, tabOfSource } from "#server/features/write-backs/write-back-tab.ts";
import type { Workspace } from "#server/workspace.ts";

type WriteBackRecord = WebhookEndpointRecord & { kind: WriteBackKind };

const WRITE_BACKS: DestinationKind<WriteBackRecord> = {
  noun: "writeBack",
  called: "write-back",
  isOne: (record): record is WriteBackRecord => record.kind === WRITE_BACK_KIND,
};

/** What changes a row's values. New and restored rows are recorded with the row. */
const EVENTS = WEBHOOK_EVENTS.filter((event) => event.startsWith("lead.") && event !== "lead.created");

export async function listWriteBacks(workspace: Workspace): Promise<WriteBack[]> {
  return (await listDestinations(workspace, WRITE_BACKS)).map(publicWriteBack);
}

/** Turns on the write-back of a Google Sheets source. Throws invalid, or sheet_taken. */
export async function createWriteBack(
  workspace: Workspace,
  { sourceId, columns, isActive }: NewWriteBack,
): Promise<Acted<WriteBack>> {
  const source = await workspace.store.dataSources.get(sourceId);
  const place = requireWritable(source);
  const record = {
    ...NEW_ENDPOINT,
    kind: WRITE_BACK_KIND,
    url: place.name,
    events: EVENTS,
    payload: "thin",
    isActive,
    createdAt: workspace.clock().toISOString(),
    sourceId,
    columns,
    tab: tabOfSource(place),
  } as const;
  const { done, actId } = await act(workspace, entryOf(record, "turned on"), function* ({ webhookEndpoints }) {
    refuseTaken(yield* webhookEndpoints.list(), record.tab);
    return yield* webhookEndpoints.create(record);
  });
  return { done: publicWriteBack({ record: { ...done, kind: WRITE_BACK_KIND }, waiting: 0 }), actId };
}

/** Changes the columns, pauses or resumes, after which every row is written. Throws not_found or stale. */
export async function updateWriteBack(
  workspace: Workspace,
  id: string,
  { version, ...patch }: WriteBackUpdate,
): Promise<Acted<WriteBack>> {
  const before = await requireDestination(workspace, WRITE_BACKS, id);
  const isFresh = patch.isActive === true;
  const { done, actId } = await changeDestination(workspace, WRITE_BACKS, id, {
    version,
    entry: entryOf(before, changeWord(patch)),
    patch: { ...definedFields(patch), filledAt: null },
    isFresh,
    isUrgent: isFresh,
  });
  return { done: publicWriteBack(done), actId };
}

/** Turns off a write-back. Its columns stay in the sheet. Throws not_found. */
export async function deleteWriteBack(workspace: Workspace, id: string): Promise<Acted<WebhookEndpointRecord>> {
  return deleteDestination(workspace, WRITE_BACKS, id, (record) => entryOf(record, "turned off"));
}

function requireWritable(source: DataSourceRecord | null): DataSourceRecord {
  if (source === null || source.type !== "google_sheets") throw invalid("sourceId", "Choose a Google Sheets source.");
  if (source.config.authMethod === "api_key") {
    throw invalid("sourceId", "An API key can only read. Connect this sheet with a service account.");
  }
  return source;
}

function publicWriteBack({ record, waiting }: Destination<WriteBackRecord>): WriteBack {
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
