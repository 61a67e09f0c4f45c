import type { DataSourceConfig, SyncRun } from "#shared/contract/data-source.ts";
import type { DataSourceKind } from "#shared/source-kinds.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { forgetSource, keepForUndo, noLongerKeep } from "#server/db/sources/kept-for-undo.ts";
import { recordStore, type RecordStore } from "#server/db/engine/record-store.ts";
import { recordTable, type RecordTable, type Watch } from "#server/db/engine/record-table.ts";
import { recordSourceHealth } from "#server/db/outbox/record-events.ts";
import { calledByName, type RecordsTable } from "#server/db/engine/table.ts";

export interface DataSourceRecord {
  id: string;
  name: string;
  type: DataSourceKind;
  /** Without the secrets. */
  config: Omit<DataSourceConfig, "serviceAccount" | "apiKey" | "appPassword" | "requestHeaders"> & {
    serviceAccountEmail?: string | undefined;
    requestHeaders?: { name: string }[] | undefined;
  };
  /** Sealed by the secrets module; null when there is none. */
  sealedServiceAccount: string | null;
  sealedApiKey: string | null;
  sealedAppPassword: string | null;
  sealedHeaders: string | null;
  isActive: boolean;
  lastSync: string | null;
  lastRun: SyncRun | null;
  failingSince: string | null;
  createdAt: string;
}

/** A source's secrets. */
export type SealedCredentials = Pick<
  DataSourceRecord,
  "sealedServiceAccount" | "sealedApiKey" | "sealedAppPassword" | "sealedHeaders"
>;

export const DATA_SOURCES: RecordsTable<DataSourceRecord> = {
  name: "data_sources",
  fields: {
    name: "plain",
    type: "plain",
    config: "json",
    sealedServiceAccount: "plain",
    sealedApiKey: "plain",
    sealedAppPassword: "plain",
    sealedHeaders: "plain",
    isActive: "flag",
    lastSync: "plain",
    lastRun: "json",
    failingSince: "plain",
    createdAt: "plain",
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
    mentioning: "redact",
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
};

/** Removing a source leaves its row records behind: the caller keeps them for an undo or deletes them. */
export function dataSourceRecords(watch?: Watch): RecordTable<DataSourceRecord> {
  return recordTable(DATA_SOURCES, watch);
}

/** Removing a source deletes its row records; its leads stay. */
export function dataSourceStore(engine: Engine): RecordStore<DataSourceRecord> {
  const sources = dataSourceRecords();
  return {
    ...recordStore(engine, sources),
    update: (id, patch) =>
      engine.transact(function* () {
        const before = yield* sources.get(id);
        const source = { kind: before?.type ?? "", id, name: before?.name ?? "" };
        yield* recordSourceHealth(engine, source, before, patch);
        return yield* sources.update(id, patch);
      }),
    remove: (id) =>
      engine.transact(function* () {
        const existed = yield* sources.remove(id);
        if (existed) yield* forgetSource(id);
        return existed;
      }),
  };
}
