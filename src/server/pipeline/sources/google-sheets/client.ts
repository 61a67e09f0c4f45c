import { hash } from "node:crypto";
import type { MethodOptions, sheets_v4 } from "@googleapis/sheets";
import type { OAuth2Client } from "google-auth-library";
import { type AuthOptions, authClientMaker } from "#server/pipeline/sources/google-sheets/auth-client.ts";
import type { Credentials } from "#server/pipeline/sources/google-sheets/credentials.ts";
import { WireFailure, wireFailureOf } from "#server/pipeline/sources/google-sheets/wire-failure.ts";

const MAX_CLIENTS = 100;

export interface Tab {
  title: string;
  hidden: boolean;
}

export interface ValuesAnswer {
  range: string;
  values: string[][];
}

/** The Sheets API calls that read. Both throw WireFailure, or the signal's reason if it aborts. */
export interface SheetsWire {
  /** spreadsheets.get: the tabs that contain cells, in order. */
  tabs(credentials: Credentials, spreadsheetId: string, signal?: AbortSignal): Promise<Tab[]>;
  /** spreadsheets.values.get: the formatted values of a range in A1 notation, by row. */
  values(credentials: Credentials, spreadsheetId: string, range: string, signal?: AbortSignal): Promise<ValuesAnswer>;
}

/** Calls one method of the Sheets API. Throws WireFailure, or the signal's reason if it aborts. */
export type SheetsCall = <T>(
  credentials: Credentials,
  signal: AbortSignal | undefined,
  request: (api: sheets_v4.Sheets, options: MethodOptions) => Promise<{ data: T }>,
) => Promise<T>;

/**
 * Google's official clients, loaded on first use (40 ms and 28 MB). Credentials go only to the two addresses in the
 * options, and redirects are not followed. Access tokens are cached in memory until they expire.
 */
export function createSheetsCall(options: AuthOptions): SheetsCall {
  const makeClient = authClientMaker(options);
  const clients = new Map<string, Promise<OAuth2Client>>();

  function clientFor(credentials: Credentials): Promise<OAuth2Client> {
    const key = keyOf(credentials);
    const client = clients.get(key) ?? makeClient(credentials);
    clients.delete(key);
    clients.set(key, client); // moves it to the end of the eviction order
    for (const oldest of [...clients.keys()].slice(0, -MAX_CLIENTS)) clients.delete(oldest);
    return client;
  }

  const perCall = (signal: AbortSignal | undefined): MethodOptions => ({
    rootUrl: `${options.sheetsUrl.replace(/\/+$/u, "")}/`,
    retry: false,
    responseType: "json",
    ...(signal === undefined ? {} : { signal }),
  });

  return async (credentials, signal, request) => {
    const google = await import("@googleapis/sheets");
    const secrets = [credentials.method === "api_key" ? credentials.apiKey : credentials.privateKey];
    const attempt = async () => {
      try {
        const { data } = await unlessAborted(
          async () => request(new google.sheets_v4.Sheets({ auth: await clientFor(credentials) }), perCall(signal)),
          signal,
        );
        if (typeof data === "object" && data !== null) return data;
        // Malformed JSON arrives as unparsed text.
        const kind = String(data).trimStart().startsWith("{") ? "cut_off" : "not_google";
        throw new WireFailure(kind, { host: new URL(options.sheetsUrl).host });
      } catch (error) {
        signal?.throwIfAborted();
        throw wireFailureOf(error, secrets);
      }
    };
    try {
      return await attempt();
    } catch (error) {
      const refused = error instanceof WireFailure && error.status === 401;
      if (!refused || credentials.method === "api_key") throw error;
      // A token can be revoked before it expires, so retry once with a new one.
      clients.delete(keyOf(credentials));
      return attempt();
    }
  };
}

export function createSheetsWire(call: SheetsCall): SheetsWire {
  return {
    async tabs(credentials, spreadsheetId, signal) {
      const found = await call(credentials, signal, ({ spreadsheets }, options) =>
        spreadsheets.get({ spreadsheetId, fields: "sheets.properties,properties.title", prettyPrint: false }, options),
      );
      return (found.sheets ?? []).flatMap(({ properties }) =>
        properties?.title == null || (properties.sheetType ?? "GRID") !== "GRID"
          ? []
          : [{ title: properties.title, hidden: properties.hidden === true }],
      );
    },

    async values(credentials, spreadsheetId, range, signal) {
      const answer = await call(credentials, signal, ({ spreadsheets }, options) =>
        spreadsheets.values.get(
          { spreadsheetId, range, majorDimension: "ROWS", valueRenderOption: "FORMATTED_VALUE", prettyPrint: false },
          options,
        ),
      );
      const rows: unknown[][] = answer.values ?? [];
      return {
        range: answer.range ?? range,
        values: rows.map((row) => row.map(cellText)),
      };
    },
  };
}

/** Formatted values are already text; anything else is serialized as JSON rather than lost. */
function cellText(cell: unknown): string {
  return typeof cell === "string" ? cell : cell == null ? "" : JSON.stringify(cell);
}

/** Cache key that identifies credentials without storing another copy of the secret. */
function keyOf(credentials: Credentials): string {
  const [name, secret] =
    credentials.method === "api_key" ? ["", credentials.apiKey] : [credentials.email, credentials.privateKey];
  const scope = credentials.method === "service_account" && credentials.mayWrite === true ? "write" : "read";
  return `${scope} ${name} ${hash("sha256", secret, "base64")}`;
}

/** Runs the work, rejecting with the signal's reason as soon as it aborts. Token requests don't accept a signal. */
async function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work();
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
