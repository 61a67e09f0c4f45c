import * as oidc from "openid-client";
import { HOUR } from "#shared/durations.ts";
import { AppError, messageOf } from "#server/platform/errors.ts";
import { beginSignIn, discoverOpenId, isUnanswered, type PendingSignIn } from "#server/platform/openid.ts";

/** The operator's settings. */
export interface IdentityProviderOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Display name. */
  name: string;
}

/** A person, according to the provider. */
export interface Identity {
  /** Issuer and subject, which are never reassigned (OpenID Connect Core 1.0, 5.7). */
  subject: string;
  /** Empty if the provider sends none. */
  email: string;
  isEmailVerified: boolean;
}

const METADATA_MILLISECONDS = HOUR;
const SCOPES = "openid email profile";

/**
 * OpenID Connect: authorization code with PKCE (RFC 7636), state and nonce. The ID token's signature is checked even
 * though it comes directly from the provider.
 */
export function createIdentityProvider(options: IdentityProviderOptions) {
  let known: { found: Promise<oidc.Configuration>; until: number } | null = null;
  const configuration = (): Promise<oidc.Configuration> => {
    if (known === null || known.until <= performance.now()) {
      const found = discover(options);
      known = { found, until: performance.now() + METADATA_MILLISECONDS };
      // Don't cache a failure.
      found.catch(() => (known = null));
    }
    return known.found;
  };

  return {
    name: options.name,

    /** Returns the URL to redirect to. Throws identity_provider_failed (502) if the provider is unreachable. */
    async begin(redirectUri: string): Promise<{ url: string; pending: PendingSignIn }> {
      return beginSignIn(await configuration(), { redirect_uri: redirectUri, scope: SCOPES });
    },

    /**
     * Identifies the person from the callback URL. Throws identity_refused (401) for a wrong state, nonce, issuer, audience
     * or signature, an expired code or a refusal, and identity_provider_failed (502) if the provider is unreachable.
     */
    async finish(cameBack: URL, { state, nonce, codeVerifier }: PendingSignIn): Promise<Identity> {
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
          `${options.name} couldn't confirm who you are. Try again, or ask your administrator.`,
          { cause: error },
        );
      }
    },
  };
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>;

async function discover({
  issuer,
  clientId,
  clientSecret,
  name,
}: IdentityProviderOptions): Promise<oidc.Configuration> {
  try {
    return await discoverOpenId(new URL(issuer), clientId, oidc.ClientSecretBasic(clientSecret));
  } catch (error) {
    throw providerFailed(name, error);
  }
}

function providerFailed(name: string, cause: unknown): AppError {
  return new AppError(
    "identity_provider_failed",
    502,
    `${name} can't be reached or is set up incorrectly: ${messageOf(cause)}. Sign in with a password for now.`,
    { cause },
  );
}
