import { z } from "zod";
import {
  AuthMethod,
  DataSourceType,
  NewDataSource,
  type DataSource,
  type DataSourceConfig,
} from "#shared/contract/data-source.ts";
import { LIMITS } from "#shared/limits.ts";
import { spreadsheetIdFrom } from "#shared/spreadsheet-id.ts";

/** What the form holds; a secret of null leaves the saved one as it is. */
export interface SourceValues {
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

/** Checks what was typed and gives what the call takes. */
export const SourceFields = z
  .object({
    name: NewDataSource.shape.name,
    type: DataSourceType,
    spreadsheetId: z.string(),
    range: z.string(),
    authMethod: AuthMethod,
    serviceAccountJson: z.string().nullable(),
    apiKey: z.string().nullable(),
    email: z.string().trim(),
    appPassword: z.string().nullable(),
    server: z.string().trim(),
    labels: z.string().trim(),
    isActive: z.boolean(),
  })
  .refine(
    ({ type, authMethod, serviceAccountJson }) =>
      type === "email" ||
      authMethod === "api_key" ||
      serviceAccountJson === null ||
      parseServiceAccount(serviceAccountJson) !== null,
    {
      path: ["serviceAccountJson"],
      message: "Invalid JSON format in service account credentials",
      // Told together with what is wrong elsewhere, not after it.
      when: () => true,
    },
  )
  .refine(({ type, email }) => type !== "email" || email !== "", {
    path: ["email"],
    message: "Email is required",
    when: () => true,
  })
  .refine(({ type, appPassword }) => type !== "email" || appPassword !== "", {
    path: ["appPassword"],
    message: "Password is required",
    when: () => true,
  })
  .transform(({ name, type, isActive, ...typed }): NewDataSource => ({
    name,
    type,
    config: type === "email" ? mailConfig(typed) : sheetConfig(typed),
    isActive,
  }));

type Connection = Omit<SourceValues, "name" | "type" | "isActive">;

/** An app password is shown in groups of four letters, which are not part of it. */
function mailConfig({ email, appPassword, server, labels }: Connection): DataSourceConfig {
  const shared = { email, server, labels: labels === "" ? LIMITS.mailbox.defaultLabel : labels };
  return appPassword === null ? shared : { ...shared, appPassword: appPassword.replaceAll(" ", "") };
}

function sheetConfig(typed: Connection): DataSourceConfig {
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

/** A pasted key file as an object, an empty one where nothing was pasted, null where it is no JSON object. */
export function parseServiceAccount(text: string): Record<string, unknown> | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The form of a stored source, or of a new one with what its address says of it. */
export function sourceValues(source: DataSource | null, asked: Partial<SourceValues> = {}): SourceValues {
  const config = source?.config;
  return {
    name: source?.name ?? "",
    type: source?.type ?? "google_sheets",
    spreadsheetId: config?.spreadsheetId ?? "",
    range: config?.range ?? "",
    authMethod: config?.authMethod ?? "service_account",
    serviceAccountJson: config?.hasServiceAccount ? null : "",
    apiKey: config?.hasApiKey ? null : "",
    email: config?.email ?? "",
    appPassword: config?.hasAppPassword ? null : "",
    server: config?.server ?? "",
    labels: config?.labels ?? LIMITS.mailbox.defaultLabel,
    isActive: source?.isActive ?? true,
    ...asked,
  };
}
