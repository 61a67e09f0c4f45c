import { z } from "zod";
import { Id, line, Timestamp, Version, visibleLine } from "#shared/contract/common.ts";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { DATA_SOURCE_KINDS, type DataSourceKind } from "#shared/source-kinds.ts";

const { nameLength, configFieldLength, serviceAccountLength } = LIMITS.dataSource;

export const DataSourceType = z.enum(DATA_SOURCE_KINDS);

/**
 * A Google service account's key file as downloaded. Only these two fields are stored; others are accepted and dropped.
 */
export const ServiceAccount = z.looseObject({
  client_email: z.email("client_email is missing or invalid").max(configFieldLength),
  private_key: z.string().min(1, "private_key is missing").max(serviceAccountLength),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

export const AuthMethod = z.enum(["service_account", "api_key"]);

const { urlLength, pathLength, parameterLength, headers, headerNameLength, headerValueLength } = LIMITS.jsonApi;
/** A dotted path like `data.items`; empty for the value itself. */
const JsonPath = z.string().max(pathLength);
const Parameter = line(parameterLength).min(1, "Enter the parameter's name");

/** How a JSON API returns more rows than one response holds. */
export const Pagination = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  /** `Link: <…>; rel="next"` (RFC 8288). */
  z.object({ kind: z.literal("link") }),
  /** `path` holds the next cursor, sent in `parameter`, or the next URL. */
  z.object({
    kind: z.literal("cursor"),
    path: JsonPath.min(1, "Enter the path to the next cursor"),
    parameter: line(parameterLength),
  }),
  /** `totalPath` holds the number of all rows. */
  z.object({ kind: z.literal("page"), parameter: Parameter, first: z.int().min(0).max(1_000), totalPath: JsonPath }),
  z.object({
    kind: z.literal("offset"),
    parameter: Parameter,
    limitParameter: line(parameterLength),
    size: z.int().min(1).max(LIMITS.jsonApi.pageSize),
    totalPath: JsonPath,
  }),
]);
export type Pagination = z.infer<typeof Pagination>;

/**
 * What a field of a row becomes: a lead field, half of its name, the row's own key, an extra fact, or nothing; or, as
 * `field:` with its key, a custom field.
 */
export const ROW_TARGETS = [...LEAD_TEXT_FIELDS, "firstName", "lastName", "id", "fact", "ignore"] as const;
export const RowTarget = z.union([z.enum(ROW_TARGETS), z.templateLiteral(["field:", z.string().regex(/[a-z0-9_]+/u)])]);
export type RowTarget = z.infer<typeof RowTarget>;

export const RowMapping = z.array(z.object({ path: JsonPath.min(1), target: RowTarget })).max(LIMITS.jsonApi.columns);
export type RowMapping = z.infer<typeof RowMapping>;

const HeaderName = line(headerNameLength).regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u, "Not a header name");
/** Without a value, the stored one stays. */
export const RequestHeader = z.object({
  name: HeaderName,
  value: line(headerValueLength)
    .regex(/^[\t\x20-\x7e]*$/u, "Only plain letters, digits and punctuation can be sent in a header")
    .optional(),
});

/** The connection of a kind of source. All kinds share one object, so field names must differ. */
interface Connection {
  /** What a user enters, including secrets. */
  config: z.ZodRawShape;
  /** The same as returned, with secrets replaced by whether they are set. */
  publicConfig: z.ZodRawShape;
}

const CONNECTIONS = {
  google_sheets: {
    config: {
      spreadsheetId: line(configFieldLength).optional(),
      range: line(configFieldLength).optional(),
      authMethod: AuthMethod.optional(),
      serviceAccount: z.record(z.string(), z.unknown()).optional(),
      apiKey: line(configFieldLength).optional(),
    },
    publicConfig: {
      spreadsheetId: z.string().optional(),
      range: z.string().optional(),
      authMethod: AuthMethod.optional(),
      hasServiceAccount: z.boolean(),
      serviceAccountEmail: z.string().optional(),
      hasApiKey: z.boolean(),
    },
  },
  json_api: {
    config: {
      url: line(urlLength).optional(),
      requestHeaders: z.array(RequestHeader).max(headers).optional(),
      rowsPath: JsonPath.optional(),
      pagination: Pagination.optional(),
      /** Fields that aren't listed are recognized by name. */
      fieldMapping: RowMapping.optional(),
    },
    publicConfig: {
      url: z.string().optional(),
      requestHeaders: z.array(z.object({ name: z.string() })).optional(),
      rowsPath: z.string().optional(),
      pagination: Pagination.optional(),
      fieldMapping: RowMapping.optional(),
    },
  },
  email: {
    config: {
      email: line(configFieldLength).optional(),
      appPassword: z.string().max(configFieldLength).optional(),
      /** `imaps://host:port` */
      server: line(configFieldLength).optional(),
      /** Folders. */
      labels: line(LIMITS.mailbox.labelsLength).optional(),
    },
    publicConfig: {
      email: z.string().optional(),
      server: z.string().optional(),
      labels: z.string().optional(),
      hasAppPassword: z.boolean(),
    },
  },
} as const satisfies Readonly<Record<DataSourceKind, Connection>>;

const DATA_SOURCE_CONFIG = allOf("config");
const PUBLIC_DATA_SOURCE_CONFIG = allOf("publicConfig");

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllOf<Part extends keyof Connection> = Intersection<(typeof CONNECTIONS)[DataSourceKind][Part]>;

function allOf<Part extends keyof Connection>(part: Part): AllOf<Part> {
  // assign can't express that the parts of every kind are present.
  return Object.assign({}, ...Object.values(CONNECTIONS).map((connection) => connection[part])) as AllOf<Part>;
}

/** As sent by the client; secrets are never returned. An empty serviceAccount object counts as absent. */
export const DataSourceConfig = z.object(DATA_SOURCE_CONFIG);
export type DataSourceConfig = z.infer<typeof DataSourceConfig>;

/** As returned: secrets replaced by whether they are set, plus the address to share a sheet with. */
export const PublicDataSourceConfig = z.object(PUBLIC_DATA_SOURCE_CONFIG);
export type PublicDataSourceConfig = z.infer<typeof PublicDataSourceConfig>;

/** Counts of one sync: seen = created + updated + unchanged + skipped + failed. */
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

/** The outcome of a source's last run; `reasons` lists the first skipped rows and why. */
export const SyncRun = SyncCounts.extend({
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  outcome: z.enum(["running", "succeeded", "failed", "interrupted"]),
  message: z.string(),
  qualified: z.int(),
  /** Rows or messages (at least) left for the next sync by the lead limit; absent when none. */
  waiting: z.int().optional(),
  /** Skipped messages that need a person's decision; absent when none. */
  toReview: z.int().optional(),
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
  version: Version,
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

export const DataSourceUpdate = z.object({ ...fields, version: Version }).partial();
export type DataSourceUpdate = z.infer<typeof DataSourceUpdate>;

/** `id` names a stored source whose secrets are used if the config omits them. */
export const DataSourceTest = z.object({ id: Id.optional(), type: DataSourceType, config: DataSourceConfig });
export type DataSourceTest = z.infer<typeof DataSourceTest>;

/** Result of every connection test except the mailbox's; the message says what is wrong and how to fix it. */
export const ConnectionTest = z.object({ valid: z.boolean(), message: z.string() });
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** A field of an API's rows, what it becomes and what it would become by its name, with its first values. */
export const RowColumn = z.object({
  path: z.string(),
  target: RowTarget,
  recognized: RowTarget,
  samples: z.array(z.string()),
});
export type RowColumn = z.infer<typeof RowColumn>;

export const DataSourceTestResult = ConnectionTest.extend({
  code: z.string(),
  /** The field of the config to fix. */
  field: z.string().optional(),
  shareWith: z.string().optional(),
  headers: z.array(z.string()).optional(),
  rows: z.int().optional(),
  columns: z.array(RowColumn).optional(),
  /** The first rows as leads. */
  leads: z.array(z.partialRecord(z.enum(LEAD_TEXT_FIELDS), z.string())).optional(),
});
export type DataSourceTestResult = z.infer<typeof DataSourceTestResult>;

/** `processed`: rows read from all active sources; incomplete if canceled. */
export const SyncResult = SyncCounts.extend({
  processed: z.int(),
  qualified: z.int(),
  canceled: z.boolean(),
  sources: z.array(
    z
      .object({ id: Id, name: z.string(), outcome: z.enum(["succeeded", "failed", "canceled"]), message: z.string() })
      .extend(SyncCounts.shape),
  ),
});
export type SyncResult = z.infer<typeof SyncResult>;
