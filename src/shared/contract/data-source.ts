import { z } from "zod";
import { Id, line, Timestamp, visibleLine } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";

const { nameLength, configFieldLength, serviceAccountLength } = LIMITS.dataSource;

export const DataSourceType = z.enum(["google_sheets", "email"]);
export const AuthMethod = z.enum(["service_account", "api_key"]);

/** A Google service account's key file, as downloaded from its console. Only these two fields are stored; what else is in it is let through and left out. */
export const ServiceAccount = z.looseObject({
  client_email: z.email("client_email is missing or not an address").max(configFieldLength),
  private_key: z.string().min(1, "private_key is missing").max(serviceAccountLength),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/**
 * What a person sends; the three secrets are never answered. An empty serviceAccount object counts as none. The last
 * four belong to type `email`: a further mailbox, with `server` as `imaps://host:port` and `labels` its folders.
 */
export const DataSourceConfig = z.object({
  spreadsheetId: line(configFieldLength).optional(),
  range: line(configFieldLength).optional(),
  authMethod: AuthMethod.optional(),
  serviceAccount: z.record(z.string(), z.unknown()).optional(),
  apiKey: line(configFieldLength).optional(),
  email: line(configFieldLength).optional(),
  appPassword: z.string().max(configFieldLength).optional(),
  server: line(configFieldLength).optional(),
  labels: line(LIMITS.mailbox.labelsLength).optional(),
});
export type DataSourceConfig = z.infer<typeof DataSourceConfig>;

/** The config as answered: secrets replaced by whether they are there, and the address to share a sheet with. */
export const PublicDataSourceConfig = z.object({
  spreadsheetId: z.string().optional(),
  range: z.string().optional(),
  authMethod: AuthMethod.optional(),
  hasServiceAccount: z.boolean(),
  serviceAccountEmail: z.string().optional(),
  hasApiKey: z.boolean(),
  email: z.string().optional(),
  server: z.string().optional(),
  labels: z.string().optional(),
  hasAppPassword: z.boolean(),
});
export type PublicDataSourceConfig = z.infer<typeof PublicDataSourceConfig>;

/** Counts of one sync, which always add up: seen = created + updated + unchanged + skipped + failed. */
export const SyncCounts = z.object({
  seen: z.int(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  skipped: z.int(),
  failed: z.int(),
});
export type SyncCounts = z.infer<typeof SyncCounts>;

export const SkippedRow = z.object({ locator: z.string(), reason: z.string() });

/** How the last run of a source ended; `reasons` holds the first rows left out and why. */
export const SyncRun = SyncCounts.extend({
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  outcome: z.enum(["running", "succeeded", "failed", "interrupted"]),
  message: z.string(),
  qualified: z.int(),
  /** Rows or messages, at least so many, that the limit of leads per sync left to the next one; absent when it left none. */
  waiting: z.int().optional(),
  reasons: z.array(SkippedRow),
});
export type SyncRun = z.infer<typeof SyncRun>;

export const DataSource = z.object({
  id: Id,
  name: z.string(),
  type: DataSourceType,
  config: PublicDataSourceConfig,
  isActive: z.boolean(),
  lastSync: Timestamp.nullable(),
  lastRun: SyncRun.nullable(),
  failingSince: Timestamp.nullable(),
  createdAt: Timestamp,
});
export type DataSource = z.infer<typeof DataSource>;

const fields = {
  name: visibleLine(nameLength, "Name is required"),
  type: DataSourceType,
  config: DataSourceConfig,
  isActive: z.boolean(),
};

export const NewDataSource = z.object({
  ...fields,
  config: fields.config.default({}),
  isActive: fields.isActive.default(true),
});
export type NewDataSource = z.infer<typeof NewDataSource>;

export const DataSourceUpdate = z.object(fields).partial();
export type DataSourceUpdate = z.infer<typeof DataSourceUpdate>;

/** `id` names a stored source whose secrets are used where the config leaves them out. */
export const DataSourceTest = z.object({ id: Id.optional(), type: DataSourceType, config: DataSourceConfig });
export type DataSourceTest = z.infer<typeof DataSourceTest>;

/** The answer of every connection test but the mailbox's: what is wrong and how to mend it, in words. */
export const ConnectionTest = z.object({ valid: z.boolean(), message: z.string() });
export type ConnectionTest = z.infer<typeof ConnectionTest>;

export const DataSourceTestResult = ConnectionTest.extend({
  code: z.string(),
  shareWith: z.string().optional(),
  headers: z.array(z.string()).optional(),
  rows: z.int().optional(),
});
export type DataSourceTestResult = z.infer<typeof DataSourceTestResult>;

/** `processed` is the number of rows read from all active sources; less than all there are when a person cancelled. */
export const SyncResult = SyncCounts.extend({
  processed: z.int(),
  qualified: z.int(),
  cancelled: z.boolean(),
  sources: z.array(
    z
      .object({ id: Id, name: z.string(), outcome: z.enum(["succeeded", "failed", "cancelled"]), message: z.string() })
      .extend(SyncCounts.shape),
  ),
});
export type SyncResult = z.infer<typeof SyncResult>;
