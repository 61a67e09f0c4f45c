import * as oidc from "openid-client";
import { Agent, fetch } from "undici";
import { AppError, messageOf } from "#server/platform/errors.ts";
import { isLoopbackHost } from "#server/platform/loopback.ts";
import { trustedContext } from "#server/platform/trusted-authorities.ts";

/** What the operator says of the provider. */
export interface IdentityProviderOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** How people call it. */
  name: string;
}

/** What this server must remember between sending somebody to the provider and seeing them again. */
export interface PendingIdentity {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Who somebody is, as the provider says. */
export interface Identity {
  /** Issuer and subject, which together are never given to anybody else (OpenID Connect Core 1.0, 5.7). */
  subject: string;
  /** Empty when the provider tells none. */
  email: string;
  isEmailVerified: boolean;
}

export interface IdentityProvider {
  readonly name: string;
  /** Where to send somebody. Throws identity_provider_failed (502) when the provider cannot be asked. */
  begin(redirectUri: string): Promise<{ url: string; pending: PendingIdentity }>;
  /**
   * Who came back, from the address they came back under. Throws identity_refused (401) for everything that does not fit:
   * state, nonce, issuer, audience, signature, an expired code, a refusal of the provider; identity_provider_failed (502)
   * when the provider cannot be asked.
   */
  finish(cameBack: URL, pending: PendingIdentity): Promise<Identity>;
}

const TIMEOUT_MILLISECONDS = 10_000;
const MOST_BYTES = 1_000_000;
/** So long what the provider published about itself is taken for true. */
const KNOWN_MILLISECONDS = 3_600_000;
const SCOPES = "openid email profile";

/**
 * OpenID Connect: authorization code with PKCE (RFC 7636), state and nonce. The ID token's signature is checked although it
 * comes straight from the provider.
 */
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  let known: { found: Promise<oidc.Configuration>; until: number } | null = null;
  const configuration = (): Promise<oidc.Configuration> => {
    if (known === null || known.until <= performance.now()) {
      const found = discover(options);
      known = { found, until: performance.now() + KNOWN_MILLISECONDS };
      // What failed is asked again the next time.
      found.catch(() => (known = null));
    }
    return known.found;
  };

  return {
    name: options.name,

    async begin(redirectUri) {
      const config = await configuration();
      const pending = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPES,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, pending };
    },

    async finish(cameBack, { state, nonce, codeVerifier }) {
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, cameBack, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error("no ID token");
        const email = typeof claims["email"] === "string" ? claims["email"] : "";
        return { subject: `${claims.iss} ${claims.sub}`, email, isEmailVerified: claims["email_verified"] === true };
      } catch (error) {
        if (isUnanswered(error)) throw providerFailed(options.name, error);
        throw new AppError(
          "identity_refused",
          401,
          `${options.name} did not confirm who you are. Try again, and ask your administrator if it happens again.`,
          { cause: error },
        );
      }
    },
  };
}

async function discover({
  issuer,
  clientId,
  clientSecret,
  name,
}: IdentityProviderOptions): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that nobody uses it beyond loopback
  const plain = server.protocol === "http:" && isLoopbackHost(server.hostname) ? [oidc.allowInsecureRequests] : [];
  const dispatcher = new Agent({
    connect: { secureContext: trustedContext(), timeout: TIMEOUT_MILLISECONDS },
    headersTimeout: TIMEOUT_MILLISECONDS,
    bodyTimeout: TIMEOUT_MILLISECONDS,
    maxResponseSize: MOST_BYTES,
  });
  // The two libraries know the same fetch under types of their own.
  const customFetch = ((url: string, init: Parameters<typeof fetch>[1]) =>
    fetch(url, { ...init, dispatcher })) as unknown as oidc.CustomFetch;
  try {
    return await oidc.discovery(server, clientId, undefined, oidc.ClientSecretBasic(clientSecret), {
      execute: [...plain, oidc.enableNonRepudiationChecks],
      timeout: TIMEOUT_MILLISECONDS / 1_000,
      [oidc.customFetch]: customFetch,
    });
  } catch (error) {
    throw providerFailed(name, error);
  }
}

/** Whether no answer came: the TypeErrors of fetch have no code, those of the library have. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof TypeError) return !("code" in error);
  return error instanceof oidc.ClientError && error.code === "OAUTH_TIMEOUT";
}

function providerFailed(name: string, cause: unknown): AppError {
  return new AppError(
    "identity_provider_failed",
    502,
    `${name} cannot be reached, or is not what was set up: ${messageOf(cause)}. Sign in with a password meanwhile.`,
    { cause },
  );
}
