import type { Engine } from "#server/store/engine.ts";
import { forgetMailbox } from "#server/store/mailbox.ts";
import { recordTable } from "#server/store/record-table.ts";
import type { DataSourceRecord, DataSourceStore } from "#server/store/types.ts";
import { run } from "#server/store/work.ts";

export function dataSourceStore(engine: Engine): DataSourceStore {
  const sources = recordTable<DataSourceRecord>("data_sources", {
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
  });
  return {
    list: () => engine.run(() => sources.list()),
    get: (id) => engine.run(() => sources.get(id)),
    create: (source) => engine.transact(() => sources.create(source)),
    update: (id, patch) => engine.transact(() => sources.update(id, patch)),
    remove: (id) =>
      engine.transact(function* () {
        const existed = yield* sources.remove(id);
        if (!existed) return false;
        yield* run(engine.build.deleteFrom("source_rows").where("source_id", "=", id));
        yield* forgetMailbox(engine, `mailbox:${id}`);
        return true;
      }),
  };
}
