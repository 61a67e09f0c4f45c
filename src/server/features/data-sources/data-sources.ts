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
import { AppError, existing, invalid, notFound } from "#server/platform/errors.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { DataSourceRecord, SealedCredentials } from "#server/db/sources/data-sources.ts";
import {
  act,
  type ActionEntry,
  changeWord,
  refuseStale,
  removeRecord,
  versionOf,
} from "#server/features/journal/act.ts";
import { requireMailboxServer, requireSameAccount, sealAppPassword } from "#server/features/mailbox/mailbox-account.ts";
import { requireApiUrl, sealHeaders } from "#server/features/source-kinds/api-headers.ts";
import { SHEET_SECRETS } from "#server/features/source-kinds/google-sheets.ts";
import { endWriteBack, followSource } from "#server/features/write-backs/write-back-tab.ts";
import { SOURCE_KIND_CODE } from "#server/features/source-kinds/registry.ts";
import type { Workspace } from "#server/workspace.ts";

/** Errors that a connection test reports instead of throwing. */
const REPORTED_BY_TEST = ["secret_unreadable", "mailbox_not_configured", "headers_elsewhere"];

/**
 * The record as people may see it: whether there are credentials and the address to share a sheet with, never a secret.
 */
export function publicDataSource(record: DataSourceRecord): DataSource {
  const { sealedServiceAccount, sealedApiKey, sealedAppPassword, sealedHeaders: _headers, config, ...rest } = record;
  return {
    ...rest,
    version: versionOf("dataSource", record),
    config: {
      ...config,
      hasServiceAccount: sealedServiceAccount !== null,
      hasApiKey: sealedApiKey !== null,
      hasAppPassword: sealedAppPassword !== null,
    },
  };
}

/** Adds a data source. Throws invalid if the pasted service account isn't one. */
export async function createDataSource(workspace: Workspace, input: NewDataSource): Promise<Acted<DataSource>> {
  const { config, ...rest } = input;
  requirePlaces(config);
  const record = {
    ...rest,
    config: plainConfig(config),
    sealedServiceAccount: null,
    sealedApiKey: null,
    sealedAppPassword: null,
    sealedHeaders: null,
    ...sealCredentials(workspace, config, null),
    lastSync: null,
    lastRun: null,
    failingSince: null,
    createdAt: workspace.clock().toISOString(),
  };
  const { done, actId } = await act(workspace, entryOf(record, "added"), ({ dataSources }) =>
    dataSources.create(record),
  );
  return { done: publicDataSource(done), actId };
}

/** Changes some fields; missing ones stay, within the config too. Throws not_found, stale or invalid. */
export async function updateDataSource(
  workspace: Workspace,
  id: string,
  { version, ...patch }: DataSourceUpdate,
): Promise<Acted<DataSource>> {
  const { store } = workspace;
  const before = existing(await store.dataSources.get(id), "data source");
  const { config: given = {}, ...rest } = patch;
  requirePlaces(given);
  const typed = plainConfig(given);
  const config = { ...before.config, ...typed };
  const credentials = sealCredentials(workspace, given, before);
  if (before.sealedAppPassword !== null && credentials.sealedAppPassword === undefined) {
    requireSameAccount(workspace, before.config, config, "config.appPassword");
  }
  const connectsElsewhere =
    Object.keys(credentials).length > 0 || !isDeepStrictEqual(said(config), said(before.config));
  const { done, actId } = await act(workspace, entryOf(before, changeWord(patch)), function* (records) {
    const { dataSources } = records;
    const current = existing(yield* dataSources.get(id), "data source");
    refuseStale({ noun: "dataSource", table: "data_sources", key: id, record: current, version });
    const updated = yield* dataSources.update(id, {
      ...definedFields(rest),
      ...(patch.config !== undefined && { config: { ...current.config, ...typed }, ...credentials }),
      // What was read over the old connection says nothing about the new one.
      ...(connectsElsewhere && { lastSync: null, lastRun: null, failingSince: null }),
    });
    if (updated !== null) yield* followSource(records, updated);
    return updated ?? current;
  });
  return { done: publicDataSource(done), actId };
}

/**
 * Deletes a data source. Its leads stay, and so do its known rows as long as the deletion can be undone. Throws
 * not_found.
 */
export async function deleteDataSource(workspace: Workspace, id: string): Promise<Acted<DataSourceRecord>> {
  const entry = (source: DataSourceRecord): ActionEntry => entryOf(source, "deleted");
  return act(workspace, entry, function* (records) {
    const source = yield* removeRecord(records.dataSources, id, "data source");
    yield* endWriteBack(records, id);
    return source;
  });
}

function entryOf({ name }: Pick<DataSourceRecord, "name">, what: string): ActionEntry {
  return { kind: "source", title: `Data source “${name}” ${what}` };
}

/**
 * Really connects and reads a sheet's header row or lists a mailbox's folders; the message names the problem and the
 * fix.
 */
export async function testDataSource(workspace: Workspace, input: DataSourceTest): Promise<DataSourceTestResult> {
  const stored = input.id === undefined ? null : await workspace.store.dataSources.get(input.id);
  if (input.id !== undefined && stored === null) throw notFound("data source");
  const sealed = sealCredentials(workspace, input.config, stored);
  const config = { ...stored?.config, ...plainConfig(input.config) };
  requirePlaces(config);
  if (stored !== null && stored.sealedAppPassword !== null && sealed.sealedAppPassword === undefined) {
    requireSameAccount(workspace, stored.config, config, "config.appPassword");
  }
  const record = {
    name: stored?.name ?? "The data source",
    config,
    sealedServiceAccount: sealed.sealedServiceAccount ?? stored?.sealedServiceAccount ?? null,
    sealedApiKey: sealed.sealedApiKey ?? stored?.sealedApiKey ?? null,
    sealedAppPassword: sealed.sealedAppPassword ?? stored?.sealedAppPassword ?? null,
    sealedHeaders: sealed.sealedHeaders === undefined ? (stored?.sealedHeaders ?? null) : sealed.sealedHeaders,
  };
  try {
    return await SOURCE_KIND_CODE[input.type].connector.test(workspace, record);
  } catch (error) {
    if (!(error instanceof AppError) || !REPORTED_BY_TEST.includes(error.id)) throw error;
    return { valid: false, code: error.id, message: error.message };
  }
}

function plainConfig(config: DataSourceConfig): DataSourceRecord["config"] {
  const { serviceAccount, apiKey: _key, appPassword: _password, requestHeaders, ...plain } = config;
  const email = serviceAccount?.["client_email"];
  // A pasted address is stored as the id in it; anything else is stored for the connection test to report.
  if (plain.spreadsheetId !== undefined)
    plain.spreadsheetId = spreadsheetIdFrom(plain.spreadsheetId) ?? plain.spreadsheetId;
  return {
    ...plain,
    ...(typeof email === "string" && { serviceAccountEmail: email }),
    ...(requestHeaders !== undefined && { requestHeaders: requestHeaders.map(({ name }) => ({ name })) }),
  };
}

/** Throws invalid for an address that no source can be at. */
function requirePlaces({ server = "", url = "" }: Pick<DataSourceConfig, "server" | "url">): void {
  requireMailboxServer(server, "config.server");
  requireApiUrl(url, "config.url");
}

/** A config's values; an empty text means none. */
function said(config: DataSourceRecord["config"]): object {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined && value !== ""));
}

/** An empty object or text means the field wasn't edited: the stored value stays. */
function sealCredentials(
  workspace: Workspace,
  config: DataSourceConfig,
  stored: DataSourceRecord | null,
): Partial<SealedCredentials> {
  const { serviceAccount, apiKey, appPassword } = config;
  const sealed: Partial<SealedCredentials> = sealHeaders(workspace, config, stored);
  if (serviceAccount !== undefined && Object.keys(serviceAccount).length > 0) {
    const parsed = ServiceAccount.safeParse(serviceAccount);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw invalid(
        ["config", "serviceAccount", ...(issue?.path ?? [])].join("."),
        `This isn't a service account key file: ${issue?.message ?? "fields are missing"}.`,
      );
    }
    // Only the fields needed to connect; anything may have been pasted.
    const { client_email, private_key } = parsed.data;
    const needed = JSON.stringify({ client_email, private_key });
    sealed.sealedServiceAccount = workspace.secrets.seal(needed, SHEET_SECRETS.serviceAccount);
  }
  if (apiKey !== undefined && apiKey !== "") sealed.sealedApiKey = workspace.secrets.seal(apiKey, SHEET_SECRETS.apiKey);
  if (appPassword !== undefined && appPassword !== "") {
    sealed.sealedAppPassword = sealAppPassword(workspace, appPassword, "source");
  }
  return sealed;
}
