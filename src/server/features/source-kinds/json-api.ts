import type { RowMapping, SyncRun } from "#shared/contract/data-source.ts";
import { readJsonApi, testJsonApi, type JsonSourceConfig } from "#server/pipeline/sources/json-api/index.ts";
import { rereadJsonRow } from "#server/pipeline/sources/json-api/json-rows.ts";
import { JSON_READER_VERSION } from "#server/pipeline/sources/json-api/reader-version.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { openHeaders } from "#server/features/source-kinds/api-headers.ts";
import type { SourceKindCode } from "#server/features/source-kinds/source-kind.ts";
import { takeInRows } from "#server/features/source-kinds/take-in-rows.ts";
import type { Workspace } from "#server/workspace.ts";

export const jsonApi: SourceKindCode<"json_api"> = {
  reader: {
    version: JSON_READER_VERSION,
    open({ store }) {
      const mappings = new Map<string, Promise<RowMapping | null>>();
      const fields = store.leadFields.list();
      return async ({ sourceId, raw, roles }) => {
        const id = sourceId ?? "";
        const known = mappings.get(id) ?? store.dataSources.get(id).then((source) => source && mappingOf(source));
        mappings.set(id, known);
        const mapping = await known;
        return mapping === null ? null : rereadJsonRow(raw, mapping, await fields, roles);
      };
    },
  },
  connector: {
    read: readRows,
    test: async (workspace, record) =>
      testJsonApi(workspace.outbound, await openConfig(workspace, record), { signal: workspace.stopping }),
  },
};

/** Takes in the rows that were read even if not all of them could be; then throws why. */
async function readRows(
  workspace: Workspace,
  source: DataSourceRecord,
  run: SyncRun,
  signal: AbortSignal,
): Promise<void> {
  const config = await openConfig(workspace, source);
  const { rows, skipped, problem } = await readJsonApi(workspace.outbound, config, { signal });
  await takeInRows(workspace, source, { rows, skipped, run, signal });
  if (problem !== null) throw problem;
}

/** The config with decrypted headers, for connecting. */
async function openConfig(
  workspace: Workspace,
  record: Pick<DataSourceRecord, "config" | "sealedHeaders">,
): Promise<JsonSourceConfig> {
  const { url = "", rowsPath = "", pagination = { kind: "none" } } = record.config;
  const fields = await workspace.store.leadFields.list();
  return { url, rowsPath, pagination, mapping: mappingOf(record), fields, headers: openHeaders(workspace, record) };
}

function mappingOf({ config }: Pick<DataSourceRecord, "config">): RowMapping {
  return config.fieldMapping ?? [];
}
