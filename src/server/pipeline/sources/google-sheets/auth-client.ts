import { Agent } from "node:https";
import type { SecureContext } from "node:tls";
import type { gaxios, OAuth2Client } from "google-auth-library";
import type { Credentials } from "#server/pipeline/sources/google-sheets/credentials.ts";

const READ_SCOPE = "https://www.googleapis.com/auth/spreadsheets.readonly";
/** Requested only to write back; reading never does. */
const WRITE_SCOPE = "https://www.googleapis.com/auth/spreadsheets";
/** Where the official client sends token requests regardless of its options. */
const OFFICIAL_TOKEN_URL = "https://oauth2.googleapis.com/token";

export interface AuthOptions {
  /** The Sheets API; https://sheets.googleapis.com unless the operator overrides it. */
  sheetsUrl: string;
  /** The OAuth 2.0 token endpoint; https://oauth2.googleapis.com/token unless the operator overrides it. */
  tokenUrl: string;
  userAgent: string;
  /** Timeout of one request in milliseconds, including the whole response. */
  timeoutMs: number;
  /** Maximum response size in bytes after decompression. */
  maxAnswerBytes: number;
  /** Certificate authorities to verify Google's certificates with. */
  trust: () => SecureContext;
}

/**
 * Creates Google's official auth clients, which sign assertions, exchange them for access tokens, cache those until
 * they expire, and send requests. Credentials go only to the two addresses in the options, and redirects are not
 * followed.
 */
export function authClientMaker(options: AuthOptions): (credentials: Credentials) => Promise<OAuth2Client> {
  const allowed = new Set([options.sheetsUrl, options.tokenUrl].map((url) => new URL(url).origin));
  let agent: Agent | undefined;

  async function prepare(request: gaxios.GaxiosOptionsPrepared): Promise<gaxios.GaxiosOptionsPrepared> {
    if (request.url.href === OFFICIAL_TOKEN_URL) request.url = new URL(options.tokenUrl);
    if (!allowed.has(request.url.origin)) throw new Error(`Credentials can't be sent to ${request.url.origin}`);
    // The environment may already have set a proxy agent.
    if (request.url.protocol === "https:")
      request.agent ??= agent ??= new Agent({ keepAlive: true, secureContext: options.trust() });
    request.headers.set("user-agent", options.userAgent);
    // The client's own token retries ignore Retry-After; see retry.ts.
    request.retryConfig = { retry: 0 };
    return request;
  }

  return async (credentials) => {
    const { JWT, OAuth2Client } = await import("google-auth-library");
    const shared = {
      useAuthRequestParameters: false, // would log request headers
      transporterOptions: {
        timeout: options.timeoutMs,
        // The first checks Content-Length, the second counts decompressed bytes.
        maxContentLength: options.maxAnswerBytes,
        size: options.maxAnswerBytes,
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
            scopes: [credentials.mayWrite === true ? WRITE_SCOPE : READ_SCOPE],
            // The audience must be the token endpoint in use (RFC 7523, section 3).
            additionalClaims: { aud: options.tokenUrl },
          });
    client.transporter.interceptors.request.add({ resolved: prepare });
    return client;
  };
}
