import { createHash } from "node:crypto";
import type { OAuth2Client } from "google-auth-library";
import type { Credentials } from "#server/sources/google-sheets/credentials.ts";
import { WireFailure, wireFailureOf } from "#server/sources/google-sheets/wire-failure.ts";

/** Reading cells is all that Winnow asks for. */
const SCOPE = "https://www.googleapis.com/auth/spreadsheets.readonly";
/** Where the official client sends its token requests, whatever it is told; `send` below takes them elsewhere. */
const OFFICIAL_TOKEN_URL = "https://oauth2.googleapis.com/token";
const CLIENTS_KEPT = 100;

export interface WireOptions {
  sheetsUrl: string;
  tokenUrl: string;
  userAgent: string;
  /** The deadline of one request, its answer's last byte included. */
  timeoutMs: number;
  maxAnswerBytes: number;
}

export interface Tab {
  title: string;
  hidden: boolean;
}

export interface ValuesAnswer {
  range: string;
  values: string[][];
}

/** The two calls of the Sheets API that Winnow makes. Both throw WireFailure, or the signal's reason once it aborts. */
export interface SheetsWire {
  /** spreadsheets.get: the tabs that hold cells, in order. */
  tabs(credentials: Credentials, spreadsheetId: string, signal?: AbortSignal): Promise<Tab[]>;
  /** spreadsheets.values.get: the formatted values of a range in A1 notation, row by row. */
  values(credentials: Credentials, spreadsheetId: string, range: string, signal?: AbortSignal): Promise<ValuesAnswer>;
}

/**
 * Google's official clients, loaded on first use (they take 40 ms and 28 MB). Credentials go to the two addresses of
 * the options and nowhere else, and no redirect is followed. Access tokens are kept in memory until they expire.
 */
export function createSheetsWire(options: WireOptions): SheetsWire {
  const clients = new Map<string, Promise<OAuth2Client>>();

  function clientFor(credentials: Credentials): Promise<OAuth2Client> {
    const key = keyOf(credentials);
    const client = clients.get(key) ?? createAuthClient(credentials, options);
    clients.delete(key);
    clients.set(key, client); // now the last to be dropped
    for (const oldest of [...clients.keys()].slice(0, -CLIENTS_KEPT)) clients.delete(oldest);
    return client;
  }

  async function call<T>(
    credentials: Credentials,
    signal: AbortSignal | undefined,
    request: (client: OAuth2Client) => Promise<{ data: T }>,
  ): Promise<T> {
    const secrets = [credentials.method === "api_key" ? credentials.apiKey : credentials.privateKey];
    const attempt = async (): Promise<T> => {
      const { data } = await request(await clientFor(credentials));
      // A broken JSON text is handed over as it came.
      if (typeof data === "object" && data !== null) return data;
      const cutOff = String(data).trimStart().startsWith("{");
      throw new WireFailure(cutOff ? "cut_off" : "not_google", { host: new URL(options.sheetsUrl).host });
    };
    try {
      return await unlessAborted(attempt(), signal);
    } catch (error) {
      signal?.throwIfAborted();
      const failure = wireFailureOf(error, secrets);
      if (failure.status !== 401 || credentials.method === "api_key") throw failure;
      // A token may be withdrawn before it expires: one more try with a new one.
      clients.delete(keyOf(credentials));
      return await unlessAborted(attempt(), signal).catch((again: unknown) => {
        signal?.throwIfAborted();
        throw wireFailureOf(again, secrets);
      });
    }
  }

  const perCall = (signal: AbortSignal | undefined) => ({
    rootUrl: `${options.sheetsUrl.replace(/\/+$/u, "")}/`,
    retry: false,
    responseType: "json" as const,
    ...(signal === undefined ? {} : { signal }),
  });

  return {
    async tabs(credentials, spreadsheetId, signal) {
      const { sheets_v4 } = await import("@googleapis/sheets");
      const found = await call(credentials, signal, (auth) =>
        new sheets_v4.Sheets({ auth }).spreadsheets.get(
          { spreadsheetId, fields: "sheets.properties,properties.title", prettyPrint: false },
          perCall(signal),
        ),
      );
      return (found.sheets ?? []).flatMap(({ properties }) =>
        properties?.title == null || (properties.sheetType ?? "GRID") !== "GRID"
          ? []
          : [{ title: properties.title, hidden: properties.hidden === true }],
      );
    },

    async values(credentials, spreadsheetId, range, signal) {
      const { sheets_v4 } = await import("@googleapis/sheets");
      const answer = await call(credentials, signal, (auth) =>
        new sheets_v4.Sheets({ auth }).spreadsheets.values.get(
          { spreadsheetId, range, majorDimension: "ROWS", valueRenderOption: "FORMATTED_VALUE", prettyPrint: false },
          perCall(signal),
        ),
      );
      const rows: unknown[][] = answer.values ?? [];
      return {
        range: answer.range ?? range,
        values: rows.map((row) => row.map((cell) => (cell == null ? "" : String(cell)))),
      };
    },
  };
}

async function createAuthClient(credentials: Credentials, options: WireOptions): Promise<OAuth2Client> {
  const { JWT, OAuth2Client } = await import("google-auth-library");
  const shared = {
    useAuthRequestParameters: false, // its log lines would hold headers
    transporterOptions: {
      timeout: options.timeoutMs,
      maxContentLength: options.maxAnswerBytes,
      redirect: "error" as const,
      noProxy: ["127.0.0.1", "localhost", "[::1]"],
    },
  };
  const client =
    credentials.method === "api_key"
      ? new OAuth2Client({ ...shared, apiKey: credentials.apiKey })
      : new JWT({
          ...shared,
          email: credentials.email,
          key: credentials.privateKey,
          scopes: [SCOPE],
          // The audience is the token endpoint that is asked (RFC 7523, section 3).
          additionalClaims: { aud: options.tokenUrl },
        });
  client.transporter.interceptors.request.add({
    resolved: async (request) => {
      if (request.url.href === OFFICIAL_TOKEN_URL) request.url = new URL(options.tokenUrl);
      const allowed = [options.sheetsUrl, options.tokenUrl].some((url) => new URL(url).origin === request.url.origin);
      if (!allowed) throw new Error(`Refusing to send credentials to ${request.url.origin}`);
      request.headers.set("user-agent", options.userAgent);
      // The client's own repeating of token requests ignores Retry-After; see retry.ts.
      request.retryConfig = { retry: 0 };
      return request;
    },
  });
  return client;
}

/** The key itself is not kept as a map's key, where it could end up in a heap dump's strings more often than need be. */
function keyOf(credentials: Credentials): string {
  return credentials.method === "api_key"
    ? `api_key ${createHash("sha256").update(credentials.apiKey).digest("base64")}`
    : `${credentials.email} ${createHash("sha256").update(credentials.privateKey).digest("base64")}`;
}

/** Settles with the work, or rejects with the signal's reason as soon as it aborts: a token request knows no signal. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
