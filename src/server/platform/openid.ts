import * as oidc from "openid-client";
import { Agent, fetch } from "undici";
import { isLoopbackHost } from "#server/platform/loopback.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";

const TIMEOUT_MILLISECONDS = 10_000;
const MAX_BYTES = 1_000_000;

/**
 * Reads a provider's metadata (OpenID Connect Discovery 1.0) for a client. Every request has a timeout and a size limit,
 * and ID tokens are verified by signature even though they come directly from the provider. Rejects with the library's
 * or fetch's error.
 */
export async function discoverOpenId(
  issuer: URL,
  clientId: string,
  authentication: oidc.ClientAuth,
): Promise<oidc.Configuration> {
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; used for loopback alone
  const plain = issuer.protocol === "http:" && isLoopbackHost(issuer.hostname) ? [oidc.allowInsecureRequests] : [];
  const dispatcher = new Agent({
    connect: { secureContext: trustedContext(), timeout: TIMEOUT_MILLISECONDS },
    headersTimeout: TIMEOUT_MILLISECONDS,
    bodyTimeout: TIMEOUT_MILLISECONDS,
    maxResponseSize: MAX_BYTES,
  });
  // Both libraries declare different types for the same fetch.
  const customFetch = ((url: string, init: Parameters<typeof fetch>[1]) =>
    fetch(url, { ...init, dispatcher })) as unknown as oidc.CustomFetch;
  return oidc.discovery(issuer, clientId, undefined, authentication, {
    execute: [...plain, oidc.enableNonRepudiationChecks],
    timeout: TIMEOUT_MILLISECONDS / 1_000,
    [oidc.customFetch]: customFetch,
  });
}

/** What has to come back from the provider, or is needed to check it. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/**
 * Begins an authorization code flow with PKCE (RFC 7636), state and nonce; `parameters` also name the redirect address
 * and scope. Returns the provider's address to open.
 */
export async function beginSignIn(
  config: oidc.Configuration,
  parameters: Readonly<Record<string, string>>,
): Promise<{ url: string; pending: PendingSignIn }> {
  const pending = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    ...parameters,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, pending };
}

/** Whether no answer came: fetch's TypeErrors have no code, the library's do. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof TypeError) return !("code" in error);
  return error instanceof oidc.ClientError && error.code === "OAUTH_TIMEOUT";
}
