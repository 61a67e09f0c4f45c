import type { Engine } from "#server/store/engine.ts";
import { forgetSource } from "#server/store/kept-for-undo.ts";
import { recordTable, type Fields, type RecordTable, type Watch } from "#server/store/record-table.ts";
import type { DataSourceRecord, DataSourceStore } from "#server/store/types.ts";

const FIELDS: Fields<DataSourceRecord> = {
  name: { column: "name", kind: "plain" },
  type: { column: "type", kind: "plain" },
  config: { column: "config", kind: "json" },
  sealedServiceAccount: { column: "sealed_service_account", kind: "plain" },
  sealedApiKey: { column: "sealed_api_key", kind: "plain" },
  sealedAppPassword: { column: "sealed_app_password", kind: "plain" },
  isActive: { column: "is_active", kind: "flag" },
  lastSync: { column: "last_sync", kind: "plain" },
  lastRun: { column: "last_run", kind: "json" },
  failingSince: { column: "failing_since", kind: "plain" },
  createdAt: { column: "created_at", kind: "plain" },
};

/** What a removed source has shown stays behind: whoever removes it keeps that for an undo or forgets it. */
export function dataSourceRecords(watch?: Watch): RecordTable<DataSourceRecord> {
  return recordTable<DataSourceRecord>("data_sources", FIELDS, watch);
}

export function dataSourceStore(engine: Engine): DataSourceStore {
  const sources = dataSourceRecords();
  return {
    list: () => engine.run(() => sources.list()),
    get: (id) => engine.run(() => sources.get(id)),
    create: (source) => engine.transact(() => sources.create(source)),
    update: (id, patch) => engine.transact(() => sources.update(id, patch)),
    remove: (id) =>
      engine.transact(function* () {
        const existed = yield* sources.remove(id);
        if (existed) yield* forgetSource(engine, id);
        return existed;
      }),
  };
}
