import { z } from "zod";
import type { DataSourceConfig } from "#shared/contract/data-source.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { conflict, invalid } from "#server/platform/errors.ts";
import { refusalOfUrl } from "#server/platform/outside-url.ts";
import type { Workspace } from "#server/workspace.ts";

export const API_HEADERS_SECRET = "data-source headers";
/** Set by the client for each request, or about the connection rather than the API. */
const RESERVED: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "content-type",
  "transfer-encoding",
  "upgrade",
  "expect",
  "te",
  "trailer",
  "keep-alive",
  "proxy-connection",
  "accept-encoding",
]);

/** What is encrypted: values go only to the origin they were entered for, even after an undo or a restore. */
const SealedHeaders = z.object({ origin: z.string(), values: z.record(z.string(), z.string()) });
type SealedHeaders = z.infer<typeof SealedHeaders>;

/** Throws invalid unless it is empty or an address that may be asked. */
export function requireApiUrl(address: string, field: string): void {
  if (address === "") return;
  const url = URL.parse(address);
  if (url === null)
    throw invalid(field, "This isn't a web address. Enter a URL like https://api.example.com/v1/leads.");
  const refusal = refusalOfUrl(url, { allowPrivate: true });
  const fix = url.username === "" && url.password === "" ? "Check it." : "Put the key or token in a header instead.";
  if (refusal !== null) throw invalid(field, `${refusal} ${fix}`);
}

/**
 * Seals header values, together with those of the stored source that aren't entered again; nothing if they stay as they
 * are. Throws invalid if a value is missing or the stored ones belong to another server.
 */
export function sealHeaders(
  { secrets }: Pick<Workspace, "secrets">,
  { url, requestHeaders: headers }: Pick<DataSourceConfig, "url" | "requestHeaders">,
  stored: Pick<DataSourceRecord, "config" | "sealedHeaders"> | null,
): { sealedHeaders?: string | null } {
  if (headers === undefined && url === undefined) return {};
  const sealed = stored?.sealedHeaders ?? null;
  const origin = originOf(url ?? stored?.config.url);
  const isKept = headers === undefined || headers.some(({ value = "" }) => value === "");
  const known = sealed !== null && isKept ? openSealed({ secrets }, sealed) : null;
  if (known !== null && known.origin !== origin) {
    throw invalid("config.requestHeaders", `Enter the header values again. The stored ones are for ${known.origin}.`);
  }
  if (headers === undefined) return {};
  const kept = new Map(Object.entries(known?.values ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const values = new Map<string, string>();
  for (const { name, value = "" } of headers) {
    const key = name.toLowerCase();
    if (RESERVED.has(key)) throw invalid("config.requestHeaders", `${name} is set automatically. Remove it.`);
    if (values.has(key)) throw invalid("config.requestHeaders", `${name} is listed twice. Remove one.`);
    const text = value === "" ? kept.get(key) : value;
    if (text === undefined) throw invalid("config.requestHeaders", `Enter a value for ${name}, or remove it.`);
    values.set(key, text);
  }
  const isUnchanged = values.size === kept.size && headers.every(({ value = "" }) => value === "");
  if (known !== null && isUnchanged) return {};
  if (values.size === 0) return sealed === null ? {} : { sealedHeaders: null };
  const text: SealedHeaders = { origin, values: Object.fromEntries(values) };
  return { sealedHeaders: secrets.seal(JSON.stringify(text), API_HEADERS_SECRET) };
}

/** A source's headers with their values. Throws secret_unreadable, or headers_elsewhere if they are for another server. */
export function openHeaders(
  workspace: Pick<Workspace, "secrets">,
  { config, sealedHeaders }: Pick<DataSourceRecord, "config" | "sealedHeaders">,
): Record<string, string> {
  if (sealedHeaders === null) return {};
  const { origin, values } = openSealed(workspace, sealedHeaders);
  if (origin === originOf(config.url)) return values;
  throw conflict("headers_elsewhere", `Enter the header values again. The stored ones are for ${origin}.`);
}

function openSealed({ secrets }: Pick<Workspace, "secrets">, sealed: string): SealedHeaders {
  return SealedHeaders.parse(JSON.parse(secrets.open(sealed, API_HEADERS_SECRET)));
}

function originOf(address = ""): string {
  return URL.parse(address)?.origin ?? "";
}
