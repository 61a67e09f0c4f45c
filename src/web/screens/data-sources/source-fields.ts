import { z } from "zod";
import {
  AuthMethod,
  DataSourceType,
  NewDataSource,
  RowTarget,
  type DataSource,
  type DataSourceConfig,
} from "#shared/contract/data-source.ts";
import { LIMITS } from "#shared/limits.ts";
import { DATA_SOURCE_KINDS, type DataSourceKind } from "#shared/source-kinds.ts";
import { spreadsheetIdFrom } from "#shared/spreadsheet-id.ts";
import {
  apiComplaints,
  apiConfig,
  apiValues,
  PAGINATION_KINDS,
  type ApiValues,
} from "#web/screens/data-sources/api-values.ts";

/** Form values; a null secret keeps the stored one. */
export interface SourceValues extends ApiValues {
  name: string;
  type: DataSource["type"];
  spreadsheetId: string;
  range: string;
  authMethod: "service_account" | "api_key";
  serviceAccountJson: string | null;
  apiKey: string | null;
  email: string;
  appPassword: string | null;
  server: string;
  labels: string;
  isActive: boolean;
}

type Typed = Omit<SourceValues, "name" | "type" | "isActive">;
interface Complaint {
  path: keyof Typed;
  message: string;
}

const CONNECTIONS: Readonly<
  Record<DataSourceKind, { config(typed: Typed): DataSourceConfig; complaints(typed: Typed): Iterable<Complaint> }>
> = {
  google_sheets: { config: sheetConfig, complaints: sheetComplaints },
  json_api: { config: apiConfig, complaints: apiComplaints },
  email: { config: mailConfig, complaints: mailComplaints },
};

/** Validates the form and converts it to the API's input. */
export const SourceFields = z
  .object({
    name: NewDataSource.shape.name,
    type: DataSourceType,
    spreadsheetId: z.string(),
    range: z.string(),
    authMethod: AuthMethod,
    serviceAccountJson: z.string().nullable(),
    apiKey: z.string().nullable(),
    url: z.string(),
    headers: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
    rowsPath: z.string(),
    pagination: z.enum(PAGINATION_KINDS),
    cursorPath: z.string(),
    pageParameter: z.string(),
    firstPage: z.string(),
    limitParameter: z.string(),
    pageSize: z.string(),
    totalPath: z.string(),
    mapping: z.record(z.string(), RowTarget),
    email: z.string().trim(),
    appPassword: z.string().nullable(),
    server: z.string().trim(),
    labels: z.string().trim(),
    isActive: z.boolean(),
  })
  .superRefine(
    (typed, context) => {
      for (const { path, message } of CONNECTIONS[typed.type].complaints(typed)) {
        context.addIssue({ code: "custom", path: [path], message });
      }
    },
    // Reported together with other errors, not after them.
    { when: () => true },
  )
  .transform(({ name, type, isActive, ...typed }): NewDataSource => ({
    name,
    type,
    config: CONNECTIONS[type].config(typed),
    isActive,
  }));

/** App passwords are displayed in groups of four letters; the spaces aren't part of them. */
function mailConfig({ email, appPassword, server, labels }: Typed): DataSourceConfig {
  const shared = { email, server, labels: labels === "" ? LIMITS.mailbox.defaultLabel : labels };
  return appPassword === null ? shared : { ...shared, appPassword: appPassword.replaceAll(" ", "") };
}

function* mailComplaints({ email, appPassword }: Typed): Generator<Complaint> {
  if (email === "") yield { path: "email", message: "Email is required" };
  if (appPassword === "") yield { path: "appPassword", message: "Password is required" };
}

function sheetConfig(typed: Typed): DataSourceConfig {
  const { authMethod, serviceAccountJson, apiKey } = typed;
  const shared = {
    spreadsheetId: spreadsheetIdFrom(typed.spreadsheetId) ?? typed.spreadsheetId.trim(),
    range: typed.range.trim(),
    authMethod,
  };
  if (authMethod === "api_key") return apiKey === null ? shared : { ...shared, apiKey: apiKey.trim() };
  if (serviceAccountJson === null) return shared;
  return { ...shared, serviceAccount: parseServiceAccount(serviceAccountJson) ?? {} };
}

function* sheetComplaints({ authMethod, serviceAccountJson }: Typed): Generator<Complaint> {
  if (authMethod === "api_key" || serviceAccountJson === null || parseServiceAccount(serviceAccountJson) !== null)
    return;
  yield { path: "serviceAccountJson", message: "Invalid JSON format in service account credentials" };
}

/** Parses a pasted key file: an empty object for blank text, null if it isn't a JSON object. */
export function parseServiceAccount(text: string): Record<string, unknown> | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Form values of a stored source, or of a new one with values from the URL. */
export function sourceValues(source: DataSource | null, asked: Partial<SourceValues> = {}): SourceValues {
  const config = source?.config;
  return {
    name: source?.name ?? "",
    type: source?.type ?? DATA_SOURCE_KINDS[0],
    spreadsheetId: config?.spreadsheetId ?? "",
    range: config?.range ?? "",
    authMethod: config?.authMethod ?? "service_account",
    serviceAccountJson: config?.hasServiceAccount ? null : "",
    apiKey: config?.hasApiKey ? null : "",
    ...apiValues(config ?? {}),
    email: config?.email ?? "",
    appPassword: config?.hasAppPassword ? null : "",
    server: config?.server ?? "",
    labels: config?.labels ?? LIMITS.mailbox.defaultLabel,
    isActive: source?.isActive ?? true,
    ...asked,
  };
}
