import type { DataSourceConfig, SyncRun } from "#shared/contract/data-source.ts";
import type { DataSourceKind } from "#shared/source-kinds.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { forgetSource, keepForUndo, noLongerKeep, sourceStore } from "#server/db/sources/kept-for-undo.ts";
import { type RecordStore, recordTable, type Watch } from "#server/db/engine/record-table.ts";
import { calledByName, type RecordOf, recordsTable, stored } from "#server/db/engine/table.ts";

/** A source's secrets. */
export type SealedCredentials = Pick<
  DataSourceRecord,
  "sealedServiceAccount" | "sealedApiKey" | "sealedAppPassword" | "sealedHeaders"
>;

export const DATA_SOURCES = recordsTable({
  name: "data_sources",
  fields: {
    name: stored.plain<string>(),
    type: stored.plain<DataSourceKind>(),
    /** Without the secrets. */
    config: stored.json<
      Omit<DataSourceConfig, "serviceAccount" | "apiKey" | "appPassword" | "requestHeaders"> & {
        serviceAccountEmail?: string | undefined;
        requestHeaders?: { name: string }[] | undefined;
      }
    >(),
    /** Sealed by the secrets module; null when there is none. */
    sealedServiceAccount: stored.plain<string | null>(),
    sealedApiKey: stored.plain<string | null>(),
    sealedAppPassword: stored.plain<string | null>(),
    sealedHeaders: stored.plain<string | null>(),
    isActive: stored.flag(),
    lastSync: stored.plain<string | null>(),
    lastRun: stored.json<SyncRun | null>(),
    failingSince: stored.plain<string | null>(),
    createdAt: stored.plain<string>(),
  },
  backup: "all",
  sealed: ["sealed_service_account", "sealed_api_key", "sealed_app_password", "sealed_headers"],
  seen: "all",
  people: {
    kind: "Syncs",
    key: ["id"],
    texts: ["last_run"],
    hidden: ["config", "sealed_service_account", "sealed_api_key", "sealed_app_password", "sealed_headers"],
    ofPerson: "redact",
  },
  undo: {
    health: ["last_sync", "last_run", "failing_since"],
    called: calledByName("data source"),
    topics: ["data-sources", "mailbox", "status"],
    isManaged: () => true,
    removed: (engine, key, at) => keepForUndo(engine, "data_sources", key, at),
    *restored(_engine, key, _before, after) {
      if (after === null) yield* noLongerKeep("data_sources", key);
    },
  },
});

export type DataSourceRecord = RecordOf<typeof DATA_SOURCES>;

/** What a source is read with. The result of a read says nothing about another connection. */
export const SOURCE_CONNECTION = [
  "config",
  "sealedServiceAccount",
  "sealedApiKey",
  "sealedAppPassword",
  "sealedHeaders",
] as const satisfies (keyof DataSourceRecord)[];

/** Removing a source leaves its row records behind: the caller keeps them for an undo or deletes them. */
export function dataSourceRecords(watch?: Watch) {
  return recordTable(DATA_SOURCES, watch);
}

/** Removing a source deletes its row records; its leads stay. */
export function dataSourceStore(engine: Engine): RecordStore<DataSourceRecord> {
  const kindOf = (source: DataSourceRecord | null) => source?.type ?? "";
  return sourceStore(engine, dataSourceRecords(), { kindOf, forget: forgetSource });
}
