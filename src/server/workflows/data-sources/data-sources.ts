import { isDeepStrictEqual } from "node:util";
import {
  ServiceAccount,
  type DataSource,
  type DataSourceConfig,
  type DataSourceTest,
  type DataSourceTestResult,
  type DataSourceUpdate,
  type NewDataSource,
} from "#shared/contract/data-source.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { spreadsheetIdFrom } from "#shared/spreadsheet-id.ts";
import { AppError, invalid, notFound } from "#server/platform/errors.ts";
import type { SheetConfig } from "#server/sources/google-sheets/index.ts";
import type { Acted } from "#server/store/act.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { act, changeWord, type Told } from "#server/workflows/journal/act.ts";
import {
  openSourceAccess,
  requireMailboxServer,
  requireSameAccount,
  sealAppPassword,
} from "#server/workflows/mail/mailbox-account.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

type SealedCredentials = Pick<DataSourceRecord, "sealedServiceAccount" | "sealedApiKey" | "sealedAppPassword">;

/** What a connection test tells rather than failing with. */
const TOLD_BY_TEST = ["secret_unreadable", "mailbox_not_configured"];
const PURPOSE = { serviceAccount: "data-source service account", apiKey: "data-source api key" };

/** The record as people may see it: whether there are credentials and the address to share a sheet with, never a secret. */
export function publicDataSource(record: DataSourceRecord): DataSource {
  const { sealedServiceAccount, sealedApiKey, sealedAppPassword, config, ...rest } = record;
  return {
    ...rest,
    config: {
      ...config,
      hasServiceAccount: sealedServiceAccount !== null,
      hasApiKey: sealedApiKey !== null,
      hasAppPassword: sealedAppPassword !== null,
    },
  };
}

/** Adds a data source. Throws invalid when the pasted service account is not one. */
export async function createDataSource(workspace: Workspace, input: NewDataSource): Promise<Acted<DataSource>> {
  const { config, ...rest } = input;
  requireMailboxServer(config.server ?? "", "config.server");
  const record = {
    ...rest,
    config: plainConfig(config),
    sealedServiceAccount: null,
    sealedApiKey: null,
    sealedAppPassword: null,
    ...sealCredentials(workspace, config),
    lastSync: null,
    lastRun: null,
    failingSince: null,
    createdAt: workspace.clock().toISOString(),
  };
  const { done, actId } = await act(workspace, told(record, "added"), ({ dataSources }) => dataSources.create(record));
  workspace.feed.changed(["data-sources", "status"]);
  return { done: publicDataSource(done), actId };
}

/** Changes some fields; within the config too, what is left out stays. Throws not_found or invalid. */
export async function updateDataSource(
  workspace: Workspace,
  id: string,
  patch: DataSourceUpdate,
): Promise<Acted<DataSource>> {
  const { store } = workspace;
  const before = await store.dataSources.get(id);
  if (before === null) throw notFound("data source");
  const { config: given = {}, ...rest } = patch;
  requireMailboxServer(given.server ?? "", "config.server");
  const config = { ...before.config, ...plainConfig(given) };
  const credentials = sealCredentials(workspace, given);
  if (before.sealedAppPassword !== null && credentials.sealedAppPassword === undefined) {
    requireSameAccount(workspace, before.config, config, "config.appPassword");
  }
  const connectsElsewhere =
    Object.keys(credentials).length > 0 || !isDeepStrictEqual(said(config), said(before.config));
  const { done, actId } = await act(workspace, told(before, changeWord(patch)), function* ({ dataSources }) {
    const updated = yield* dataSources.update(id, {
      ...definedFields(rest),
      ...(patch.config !== undefined && { config, ...credentials }),
      // What was read over the old connection says nothing about the new one.
      ...(connectsElsewhere && { lastSync: null, lastRun: null, failingSince: null }),
    });
    if (updated === null) throw notFound("data source");
    return updated;
  });
  workspace.feed.changed(["data-sources", "status"]);
  return { done: publicDataSource(done), actId };
}

/**
 * Deletes a data source; its leads stay, and so does which rows it has shown, for as long as it can be brought back. Throws
 * not_found.
 */
export async function deleteDataSource(workspace: Workspace, id: string): Promise<Acted<DataSourceRecord>> {
  const acted = await act(
    workspace,
    (source: DataSourceRecord) => told(source, "deleted"),
    function* ({ dataSources }) {
      const source = yield* dataSources.get(id);
      if (source === null || !(yield* dataSources.remove(id))) throw notFound("data source");
      return source;
    },
  );
  workspace.feed.changed(["data-sources", "status"]);
  return acted;
}

function told({ name }: Pick<DataSourceRecord, "name">, what: string): Told {
  return { kind: "source", title: `Data source “${name}” ${what}` };
}

/**
 * Really connects, and reads the header row of a sheet or looks for the folders of a mailbox; the message names what is
 * wrong and how to mend it.
 */
export async function testDataSource(workspace: Workspace, input: DataSourceTest): Promise<DataSourceTestResult> {
  const stored = input.id === undefined ? null : await workspace.store.dataSources.get(input.id);
  if (input.id !== undefined && stored === null) throw notFound("data source");
  const sealed = sealCredentials(workspace, input.config);
  const config = { ...stored?.config, ...plainConfig(input.config) };
  requireMailboxServer(config.server ?? "", "config.server");
  if (stored !== null && stored.sealedAppPassword !== null && sealed.sealedAppPassword === undefined) {
    requireSameAccount(workspace, stored.config, config, "config.appPassword");
  }
  const record = {
    name: stored?.name ?? "The data source",
    config,
    sealedServiceAccount: sealed.sealedServiceAccount ?? stored?.sealedServiceAccount ?? null,
    sealedApiKey: sealed.sealedApiKey ?? stored?.sealedApiKey ?? null,
    sealedAppPassword: sealed.sealedAppPassword ?? stored?.sealedAppPassword ?? null,
  };
  try {
    if (input.type === "email") return await testMailbox(workspace, record);
    return await workspace.sheets.test(openSheetConfig(workspace, record));
  } catch (error) {
    if (!(error instanceof AppError) || !TOLD_BY_TEST.includes(error.id)) throw error;
    return { valid: false, code: error.id, message: error.message };
  }
}

async function testMailbox(
  workspace: Workspace,
  record: Pick<DataSourceRecord, "name" | "config" | "sealedAppPassword">,
): Promise<DataSourceTestResult> {
  const { mailboxes, stopping } = workspace;
  const { success, code, message } = await mailboxes.check(openSourceAccess(workspace, record), stopping);
  return { valid: success, code, message };
}

/** The config with its credentials in clear, for the one that connects. */
export function openSheetConfig(
  workspace: Workspace,
  record: Pick<DataSourceRecord, "config" | "sealedServiceAccount" | "sealedApiKey">,
): SheetConfig {
  const { config, sealedServiceAccount, sealedApiKey } = record;
  const { secrets } = workspace;
  return {
    spreadsheetId: config.spreadsheetId ?? "",
    authMethod: config.authMethod ?? "service_account",
    ...(config.range !== undefined && config.range !== "" && { range: config.range }),
    ...(sealedServiceAccount !== null && {
      serviceAccount: JSON.parse(secrets.open(sealedServiceAccount, PURPOSE.serviceAccount)) as Record<string, unknown>,
    }),
    ...(sealedApiKey !== null && { apiKey: secrets.open(sealedApiKey, PURPOSE.apiKey) }),
  };
}

function plainConfig(config: DataSourceConfig): DataSourceRecord["config"] {
  const { serviceAccount, apiKey: _key, appPassword: _password, ...plain } = config;
  const email = serviceAccount?.["client_email"];
  // A pasted address is kept as the id in it; what is neither is kept for the connection test to tell.
  if (plain.spreadsheetId !== undefined)
    plain.spreadsheetId = spreadsheetIdFrom(plain.spreadsheetId) ?? plain.spreadsheetId;
  return { ...plain, ...(typeof email === "string" && { serviceAccountEmail: email }) };
}

/** What a config says: an empty text is as good as none. */
function said(config: DataSourceRecord["config"]): object {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined && value !== ""));
}

/** An empty object or text means that the person left the field alone: what is stored stays. */
function sealCredentials(workspace: Workspace, config: DataSourceConfig): Partial<SealedCredentials> {
  const { serviceAccount, apiKey, appPassword } = config;
  const sealed: Partial<SealedCredentials> = {};
  if (serviceAccount !== undefined && Object.keys(serviceAccount).length > 0) {
    const parsed = ServiceAccount.safeParse(serviceAccount);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw invalid(
        ["config", "serviceAccount", ...(issue?.path ?? [])].join("."),
        `This is not a service account's key file: ${issue?.message ?? "fields are missing"}.`,
      );
    }
    // Only what connecting takes; what else was pasted may be anything.
    const { client_email, private_key } = parsed.data;
    const needed = JSON.stringify({ client_email, private_key });
    sealed.sealedServiceAccount = workspace.secrets.seal(needed, PURPOSE.serviceAccount);
  }
  if (apiKey !== undefined && apiKey !== "") sealed.sealedApiKey = workspace.secrets.seal(apiKey, PURPOSE.apiKey);
  if (appPassword !== undefined && appPassword !== "") {
    sealed.sealedAppPassword = sealAppPassword(workspace, appPassword, "source");
  }
  return sealed;
}
