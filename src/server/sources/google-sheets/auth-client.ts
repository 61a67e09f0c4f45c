import { Agent } from "node:https";
import type { SecureContext } from "node:tls";
import type { gaxios, OAuth2Client } from "google-auth-library";
import type { Credentials } from "#server/sources/google-sheets/credentials.ts";

/** Reading cells is all that Winnow asks for. */
const SCOPE = "https://www.googleapis.com/auth/spreadsheets.readonly";
/** Where the official client sends its token requests, whatever it is told. */
const OFFICIAL_TOKEN_URL = "https://oauth2.googleapis.com/token";

export interface AuthOptions {
  sheetsUrl: string;
  tokenUrl: string;
  userAgent: string;
  /** The deadline of one request, its answer's last byte included. */
  timeoutMs: number;
  /** The largest answer, after decompression. */
  maxAnswerBytes: number;
  /** The authorities that Google's certificates are verified with. */
  trust: () => SecureContext;
}

/**
 * Makes Google's official auth clients, which sign assertions, trade them for access tokens, keep those until they
 * expire, and send requests with them. Credentials go to the two addresses of the options and nowhere else, and no
 * redirect is followed.
 */
export function authClientMaker(options: AuthOptions): (credentials: Credentials) => Promise<OAuth2Client> {
  const allowed = new Set([options.sheetsUrl, options.tokenUrl].map((url) => new URL(url).origin));
  let agent: Agent | undefined;

  async function prepare(request: gaxios.GaxiosOptionsPrepared): Promise<gaxios.GaxiosOptionsPrepared> {
    if (request.url.href === OFFICIAL_TOKEN_URL) request.url = new URL(options.tokenUrl);
    if (!allowed.has(request.url.origin)) throw new Error(`Refusing to send credentials to ${request.url.origin}`);
    // An agent is there already when the environment names a proxy.
    if (request.url.protocol === "https:")
      request.agent ??= agent ??= new Agent({ keepAlive: true, secureContext: options.trust() });
    request.headers.set("user-agent", options.userAgent);
    // The client's own repeating of token requests ignores Retry-After; see retry.ts.
    request.retryConfig = { retry: 0 };
    return request;
  }

  return async (credentials) => {
    const { JWT, OAuth2Client } = await import("google-auth-library");
    const shared = {
      useAuthRequestParameters: false, // its log lines would hold headers
      transporterOptions: {
        timeout: options.timeoutMs,
        // The one looks at Content-Length, the other counts what is unpacked.
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
            scopes: [SCOPE],
            // The audience is the token endpoint that is asked (RFC 7523, section 3).
            additionalClaims: { aud: options.tokenUrl },
          });
    client.transporter.interceptors.request.add({ resolved: prepare });
    return client;
  };
}
