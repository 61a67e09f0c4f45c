import type { SyncRun } from "#shared/contract/data-source.ts";
import type { SheetConfig } from "#server/pipeline/sources/google-sheets/index.ts";
import { SHEET_READER_VERSION } from "#server/pipeline/sources/google-sheets/reader-version.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import type { SourceKindCode } from "#server/features/source-kinds/source-kind.ts";
import { takeInRows } from "#server/features/source-kinds/take-in-rows.ts";
import type { Workspace } from "#server/workspace.ts";

const SHEETS = "https://docs.google.com/spreadsheets/d/";
export const SHEET_SECRETS = { serviceAccount: "data-source service account", apiKey: "data-source api key" };

export const googleSheets: SourceKindCode<"google_sheets"> = {
  place({ sourceId }, _input, sources) {
    const id = sources.get(sourceId ?? "")?.config.spreadsheetId ?? "";
    return id === "" ? null : { kind: "sheet", target: `${SHEETS}${encodeURIComponent(id)}/edit` };
  },
  reader: {
    version: SHEET_READER_VERSION,
    open: () => async (input) => {
      const { rereadSheetRow } = await import("#server/pipeline/sources/google-sheets/reread-row.ts");
      return rereadSheetRow(input.raw, input.roles);
    },
  },
  connector: {
    read: readSheet,
    test: async (workspace, record) => workspace.sheets.test(await openSheetConfig(workspace, record)),
  },
};

async function readSheet(
  workspace: Workspace,
  source: DataSourceRecord,
  run: SyncRun,
  signal: AbortSignal,
): Promise<void> {
  const isWrittenTo = (await workspace.store.webhookEndpoints.list()).some(({ sourceId }) => sourceId === source.id);
  const config = { ...(await openSheetConfig(workspace, source)), isWrittenTo };
  const { rows, skipped } = await workspace.sheets.read(config, signal);
  await takeInRows(workspace, source, { rows, skipped, run, signal });
}

/** The config with decrypted credentials, for connecting. */
export async function openSheetConfig(
  workspace: Workspace,
  record: Pick<DataSourceRecord, "config" | "sealedServiceAccount" | "sealedApiKey">,
): Promise<SheetConfig> {
  const { config, sealedServiceAccount, sealedApiKey } = record;
  const { secrets, store } = workspace;
  return {
    spreadsheetId: config.spreadsheetId ?? "",
    authMethod: config.authMethod ?? "service_account",
    fieldNames: (await store.leadFields.list()).map(({ name }) => name),
    ...(config.range !== undefined && config.range !== "" && { range: config.range }),
    ...(sealedServiceAccount !== null && {
      serviceAccount: JSON.parse(secrets.open(sealedServiceAccount, SHEET_SECRETS.serviceAccount)) as Record<
        string,
        unknown
      >,
    }),
    ...(sealedApiKey !== null && { apiKey: secrets.open(sealedApiKey, SHEET_SECRETS.apiKey) }),
  };
}
