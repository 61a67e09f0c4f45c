import { createPrivateKey, createSign, type KeyObject } from "node:crypto";
import * as oidc from "openid-client";
import { HOUR } from "#shared/durations.ts";
import { MAIL_PROVIDER_FACTS, type MailProvider } from "#shared/mail-providers.ts";
import type {
  MailProviders,
  MailProviderUrls,
  MailTokens,
  RegisteredApp,
} from "#server/delivery/mail/mail-providers.ts";
import { invalidTenant, lacksScopes, providerFailure, unreadableKey } from "#server/delivery/mail/provider-failure.ts";
import { AppError } from "#server/platform/errors.ts";
import { beginSignIn, discoverOpenId, isUnanswered } from "#server/platform/openid.ts";

/** How long a provider's metadata is cached. */
const METADATA_MILLISECONDS = HOUR;
/** RFC 6749, 5.1, recommends stating a lifetime; both providers do. */
const DEFAULT_SECONDS = 3_600;
const ASSERTION_SECONDS = 3_600;
const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";

export function providerClient(
  bases: Readonly<Record<MailProvider, string>>,
  { googleTokenUrl }: Pick<MailProviderUrls, "googleTokenUrl">,
): Omit<MailProviders, "isReplaced"> {
  const known = new Map<MailProvider, { key: string; found: Promise<oidc.Configuration>; until: number }>();

  const configuration = (app: RegisteredApp): Promise<oidc.Configuration> => {
    const { provider, tenant, clientId, secret } = app;
    const key = JSON.stringify([tenant, clientId, secret]);
    const cached = known.get(provider);
    if (cached?.key === key && cached.until > performance.now()) return cached.found;
    const base = bases[provider].replace(/\/+$/u, "");
    const issuer = new URL(provider === "microsoft" ? `${base}/${encodeURIComponent(tenant)}/v2.0` : base);
    const found = discoverOpenId(issuer, clientId, oidc.ClientSecretPost(secret)).catch((error: unknown) => {
      throw provider === "microsoft" && !isUnanswered(error) ? invalidTenant(app, error) : providerFailure(app, error);
    });
    known.set(provider, { key, found, until: performance.now() + METADATA_MILLISECONDS });
    // Don't cache a failure.
    found.catch(() => known.delete(provider));
    return found;
  };

  /** Runs a request, and translates its errors for the user. */
  async function asked<T>(app: RegisteredApp, ask: (config: oidc.Configuration) => Promise<T>): Promise<T> {
    const config = await configuration(app);
    try {
      return await ask(config);
    } catch (error) {
      throw error instanceof AppError ? error : providerFailure(app, error);
    }
  }

  return {
    async begin(app, redirectUri) {
      const config = await configuration(app);
      const { scopes, mailScopes } = MAIL_PROVIDER_FACTS[app.provider];
      return beginSignIn(config, {
        redirect_uri: redirectUri,
        scope: [...scopes, ...mailScopes].join(" "),
        // Google sends a refresh token only when asked for one, and only with a new consent.
        ...(app.provider === "google" ? { access_type: "offline", prompt: "consent" } : { prompt: "select_account" }),
        ...(app.account !== "" && { login_hint: app.account }),
      });
    },

    finish: (app, cameBack, { state, nonce, codeVerifier }) =>
      asked(app, async (config) => {
        const response = await oidc.authorizationCodeGrant(config, cameBack, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const tokens = tokensOf(response);
        const lacking = lacksScopes(app, response.scope, tokens.refreshToken !== null);
        if (lacking !== null) throw lacking;
        return tokens;
      }),

    refresh: (app, refreshToken) =>
      asked(app, async (config) => tokensOf(await oidc.refreshTokenGrant(config, refreshToken))),

    async ofApp(app) {
      const { scope } = MAIL_PROVIDER_FACTS[app.provider].app;
      if (app.provider === "microsoft") {
        return asked(app, async (config) => tokensOf(await oidc.clientCredentialsGrant(config, { scope })));
      }
      const key = privateKey(app);
      const config = new oidc.Configuration(
        { issuer: bases.google, token_endpoint: googleTokenUrl },
        app.clientId,
        undefined,
        // The assertion authenticates the service account (RFC 7523, 2.1).
        () => {},
      );
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; used for loopback alone
      if (googleTokenUrl.startsWith("http:")) oidc.allowInsecureRequests(config);
      try {
        const assertion = assertionOf(app, { key, scope, audience: googleTokenUrl });
        return tokensOf(await oidc.genericGrantRequest(config, JWT_BEARER, { assertion }));
      } catch (error) {
        throw providerFailure(app, error);
      }
    },

    revoke: (app, refreshToken) =>
      asked(app, async (config) => {
        // Microsoft has no such endpoint.
        if (config.serverMetadata().revocation_endpoint === undefined) return;
        await oidc.tokenRevocation(config, refreshToken);
      }),
  };
}

function tokensOf(response: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers): MailTokens {
  const claims = response.claims();
  const addresses = [claims?.["email"], claims?.["preferred_username"], claims?.["upn"]];
  return {
    accessToken: response.access_token,
    refreshToken: response.refresh_token ?? null,
    expiresIn: response.expiresIn() ?? DEFAULT_SECONDS,
    account: addresses.find((text): text is string => typeof text === "string" && text.includes("@")) ?? "",
  };
}

function privateKey(app: RegisteredApp): KeyObject {
  try {
    return createPrivateKey(app.secret.replaceAll("\\n", "\n"));
  } catch {
    throw unreadableKey();
  }
}

/** A signed claim to act for the mailbox (RFC 7523, 3; Google's domain-wide delegation). */
function assertionOf(
  { clientId, account }: RegisteredApp,
  { key, scope, audience }: { key: KeyObject; scope: string; audience: string },
): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: clientId, sub: account, scope, aud: audience, iat: now, exp: now + ASSERTION_SECONDS };
  const encoded = [{ alg: "RS256", typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const text = encoded.join(".");
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key, "base64url")}`;
}
