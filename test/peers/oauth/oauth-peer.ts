import { createHash, createSign, createVerify, generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { MailProvider } from "#shared/mail-providers.ts";

export const TENANT = "8f4c1d2e-0000-4000-8000-00000000aaaa";
export const CLIENT = { clientId: "winnow-app", clientSecret: "client-secret~of.the-test" };
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

interface Code {
  account: string;
  scopes: string[];
  redirectUri: string;
  challenge: string;
  nonce: string;
}

interface Grant {
  account: string;
  scopes: string[];
  /** Superseded by a newer refresh token, at a provider that then refuses it. */
  isReplaced: boolean;
}

/** Microsoft's and Google's authorization servers on 127.0.0.1, at one origin. */
export interface OauthPeer {
  readonly url: string;
  /** For Dovecot, which appends the token. */
  readonly introspectionUrl: string;
  /** For assertions of service accounts. */
  readonly tokenUrl: string;
  /** The account that signs in and consents. */
  account: string;
  /** The scopes the person or provider grants; undefined for all that are asked for. */
  granted: readonly string[] | undefined;
  /** How the authorization fails instead. */
  refusal: { error: string; error_description?: string } | null;
  /** Whether consent comes with a refresh token. */
  sendsRefreshToken: boolean;
  /** Whether a refresh token is refused once it was replaced, as the strictest providers do. */
  isStrict: boolean;
  /** How the token endpoint fails; null while it works. */
  failure: { status: number; body: object } | null;
  redirectUris: string[];
  /** The service account's public key (PEM), by its email address. */
  readonly serviceAccounts: Map<string, string>;
  /** The grant types of the token requests so far. */
  readonly requests: string[];
  /** Awaited before a token response is sent. */
  beforeAnswer: () => Promise<void>;
  /** Called when a mail server checks an access token. */
  onCheck: (token: string) => void;
  /** Goes to the provider's page and consents; returns where the browser is sent, or the provider's error page. */
  visit(url: string): Promise<string>;
  /** Whether an access token is good for a mailbox. */
  isToken: (this: void, user: string, token: string) => boolean;
  /** Ends all access tokens, as time does. */
  expireAccess(): void;
  /** Ends all refresh and access tokens, as the person can. */
  revokeAll(): void;
  close(): Promise<void>;
}

let keys: ReturnType<typeof makeKeys> | undefined;
const makeKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

export async function startOauthPeer(): Promise<OauthPeer> {
  // The same for all peers of a process: making one takes a tenth of a second.
  const { privateKey, publicKey } = (keys ??= makeKeys());
  const codes = new Map<string, Code>();
  const grants = new Map<string, Grant>();
  const access = new Map<string, string>();
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const peer: OauthPeer = {
    url,
    introspectionUrl: `${url}/introspect?access_token=`,
    tokenUrl: `${url}/token`,
    account: "sales@acme.example",
    granted: undefined,
    refusal: null,
    sendsRefreshToken: true,
    isStrict: false,
    failure: null,
    redirectUris: [],
    serviceAccounts: new Map(),
    requests: [],
    beforeAnswer: async () => {},
    onCheck: () => {},
    async visit(address) {
      const { status, headers } = await fetch(address, { redirect: "manual" });
      return headers.get("location") ?? `error page ${status}`;
    },
    isToken: (user, token) => access.get(token) === user,
    expireAccess: () => access.clear(),
    revokeAll() {
      access.clear();
      grants.clear();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return peer;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const [, first = ""] = pathname.split("/");
    const provider: MailProvider = first === TENANT ? "microsoft" : "google";
    const base = provider === "microsoft" ? `${url}/${TENANT}` : url;
    const issuer = provider === "microsoft" ? `${base}/v2.0` : url;
    const step = pathname.slice(pathname.lastIndexOf("/") + 1);
    if (step === "openid-configuration") {
      if (provider === "google" && pathname !== "/.well-known/openid-configuration") {
        const description = "AADSTS90002: Tenant not found. Check to make sure you have the correct tenant ID.";
        return json(response, 400, { error: "invalid_tenant", error_description: description });
      }
      return json(response, 200, {
        issuer,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${base}/keys`,
        id_token_signing_alg_values_supported: ["RS256"],
        ...(provider === "google" && { revocation_endpoint: `${base}/revoke` }),
      });
    }
    if (step === "keys") {
      const key = { ...publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "test" };
      return json(response, 200, { keys: [key] });
    }
    if (step === "introspect") {
      const asked = searchParams.get("access_token") ?? "";
      peer.onCheck(asked);
      const account = access.get(asked);
      return json(response, 200, account === undefined ? { active: "false" } : { active: "true", email: account });
    }
    if (step === "authorize") return authorize(searchParams, response);
    const form = new URLSearchParams(await text(request));
    if (step === "revoke") {
      grants.delete(form.get("token") ?? "");
      return json(response, 200, {});
    }
    if (step === "token") return answerToken(provider, issuer, form, response);
    response.writeHead(404).end();
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get("redirect_uri") ?? "";
    // Both providers show an error page instead of redirecting to an address that isn't registered.
    if (!peer.redirectUris.includes(redirectUri)) return void response.writeHead(400).end();
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    if (peer.refusal !== null) {
      for (const [name, value] of Object.entries(peer.refusal)) back.searchParams.set(name, value);
    } else {
      const code = randomUUID();
      const scopes = (query.get("scope") ?? "").split(" ");
      const isAllowed = (scope: string): boolean => peer.granted?.includes(scope) ?? true;
      codes.set(code, {
        account: peer.account,
        scopes: scopes.filter(isAllowed),
        redirectUri,
        challenge: query.get("code_challenge_method") === "S256" ? (query.get("code_challenge") ?? "") : "",
        nonce: query.get("nonce") ?? "",
      });
      back.searchParams.set("code", code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async function answerToken(
    provider: MailProvider,
    issuer: string,
    form: URLSearchParams,
    response: ServerResponse,
  ): Promise<void> {
    const grantType = form.get("grant_type") ?? "";
    peer.requests.push(grantType);
    const { status, body } = peer.failure ?? answer(provider, issuer, grantType, form);
    await peer.beforeAnswer();
    json(response, status, body);
  }

  function answer(
    provider: MailProvider,
    issuer: string,
    grantType: string,
    form: URLSearchParams,
  ): { status: number; body: object } {
    if (grantType === JWT_BEARER) return ofServiceAccount(form.get("assertion") ?? "");
    if (form.get("client_id") !== CLIENT.clientId) {
      return refused(
        provider,
        "unauthorized_client",
        700_016,
        "Application not found in the directory",
        "Unauthorized",
      );
    }
    if (form.get("client_secret") !== CLIENT.clientSecret) {
      return refused(provider, "invalid_client", 7_000_215, "Invalid client secret provided.", "Unauthorized", 401);
    }
    if (grantType === "client_credentials") {
      const account = peer.account;
      return { status: 200, body: issued(account) };
    }
    if (grantType === "refresh_token") {
      const old = form.get("refresh_token") ?? "";
      const grant = grants.get(old);
      if (grant === undefined || (grant.isReplaced && peer.isStrict)) {
        return refused(
          provider,
          "invalid_grant",
          50_173,
          "The grant was revoked.",
          "Token has been expired or revoked.",
        );
      }
      // Google never rotates them.
      if (provider === "google") return { status: 200, body: issued(grant.account) };
      grant.isReplaced = true;
      return { status: 200, body: { ...issued(grant.account), refresh_token: granted(grant.account, grant.scopes) } };
    }
    const given = form.get("code") ?? "";
    const code = codes.get(given);
    codes.delete(given);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight = code !== undefined && code.challenge === challenge && code.redirectUri === form.get("redirect_uri");
    if (!isRight) return refused(provider, "invalid_grant", 54_005, "The code was already redeemed.", "Bad Request");
    const { account, scopes, nonce } = code;
    return {
      status: 200,
      body: {
        ...issued(account),
        scope: scopes.join(" "),
        ...(peer.sendsRefreshToken && { refresh_token: granted(account, scopes) }),
        id_token: idToken(issuer, account, nonce),
      },
    };
  }

  function issued(account: string): { token_type: string; access_token: string; expires_in: number } {
    const accessToken = randomUUID();
    access.set(accessToken, account);
    return { token_type: "Bearer", access_token: accessToken, expires_in: 3_600 };
  }

  function granted(account: string, scopes: string[]): string {
    const refreshToken = randomUUID();
    grants.set(refreshToken, { account, scopes, isReplaced: false });
    return refreshToken;
  }

  function idToken(issuer: string, account: string, nonce: string): string {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: issuer, aud: CLIENT.clientId, sub: account, email: account, nonce, iat: now, exp: now + 300 };
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${part({ alg: "RS256", kid: "test" })}.${part(claims)}`;
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(privateKey, "base64url")}`;
  }

  function ofServiceAccount(assertion: string): { status: number; body: object } {
    const [header = "", payload = "", signature = ""] = assertion.split(".");
    const { iss, sub, scope, aud } = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, string>;
    const key = peer.serviceAccounts.get(iss ?? "");
    const isSigned =
      key !== undefined &&
      createVerify("RSA-SHA256").update(`${header}.${payload}`).verify(key, signature, "base64url");
    if (!isSigned || aud !== peer.tokenUrl) {
      return { status: 400, body: { error: "invalid_grant", error_description: "Invalid JWT Signature." } };
    }
    if (peer.granted !== undefined && !peer.granted.includes(scope ?? "")) {
      const description = "Client is unauthorized to retrieve access tokens using this method";
      return { status: 401, body: { error: "unauthorized_client", error_description: description } };
    }
    return { status: 200, body: issued(sub ?? "") };
  }
}

/** An error as this provider words it. */
function refused(
  provider: MailProvider,
  error: string,
  code: number,
  microsoft: string,
  google: string,
  status = 400,
): { status: number; body: object } {
  if (provider === "google") return { status, body: { error, error_description: google } };
  const description = `AADSTS${code}: ${microsoft} Trace ID: ${randomUUID()}`;
  return { status, body: { error, error_description: description, error_codes: [code] } };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
