import { z } from "zod";
import { line } from "#shared/contract/common.ts";
import { LIMITS } from "#shared/limits.ts";
import type { DataSourceKind } from "#shared/source-kinds.ts";

const { configFieldLength } = LIMITS.dataSource;

export const AuthMethod = z.enum(["service_account", "api_key"]);

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

export const DATA_SOURCE_CONFIG = allOf("config");
export const PUBLIC_DATA_SOURCE_CONFIG = allOf("publicConfig");

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type AllOf<Part extends keyof Connection> = Intersection<(typeof CONNECTIONS)[DataSourceKind][Part]>;

function allOf<Part extends keyof Connection>(part: Part): AllOf<Part> {
  // assign can't express that the parts of every kind are present.
  return Object.assign({}, ...Object.values(CONNECTIONS).map((connection) => connection[part])) as AllOf<Part>;
}
