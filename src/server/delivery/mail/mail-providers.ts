import type { MailProvider } from "#shared/mail-providers.ts";
import type { MailSignInMode } from "#shared/contract/mail-sign-in.ts";
import type { PendingSignIn } from "#server/platform/openid.ts";

/** An app registered with a provider, with its secret in clear text. */
export interface RegisteredApp {
  provider: MailProvider;
  mode: MailSignInMode;
  /** For a Google service account its email address, with its private key as the secret. */
  clientId: string;
  secret: string;
  tenant: string;
  /** The mailbox, if known. */
  account: string;
}

export interface MailTokens {
  accessToken: string;
  /** Null if the provider sent none, so an earlier one stays valid. */
  refreshToken: string | null;
  /** Seconds until the access token expires. */
  expiresIn: number;
  /** The address that signed in; empty if the provider didn't say. */
  account: string;
}

/**
 * Microsoft's and Google's authorization servers. Throws mail_provider_unavailable (502) if trying again may help, and
 * otherwise mail_sign_in_refused (409) with what to change.
 */
export interface MailProviders {
  /** Whether the operator replaced the provider, whose tokens then aren't the real one's. */
  isReplaced(provider: MailProvider): boolean;
  /** Returns the URL to redirect to: authorization code with PKCE (RFC 7636), state and nonce. */
  begin(app: RegisteredApp, redirectUri: string): Promise<{ url: string; pending: PendingSignIn }>;
  /** Exchanges the code in the callback URL for tokens that are good for mail, now and later. */
  finish(app: RegisteredApp, cameBack: URL, pending: PendingSignIn): Promise<MailTokens>;
  refresh(app: RegisteredApp, refreshToken: string): Promise<MailTokens>;
  /** Tokens without a person: client credentials at Microsoft, a service account's assertion at Google. */
  ofApp(app: RegisteredApp): Promise<MailTokens>;
  /** Revokes a refresh token where the provider can. */
  revoke(app: RegisteredApp, refreshToken: string): Promise<void>;
}

export interface MailProviderUrls {
  microsoftUrl: string;
  googleUrl: string;
  /** For assertions of service accounts. */
  googleTokenUrl: string;
}

const PROVIDER_URLS: Readonly<Record<MailProvider, string>> = {
  microsoft: "https://login.microsoftonline.com",
  google: "https://accounts.google.com",
};

/** Creates the client; the OAuth library is loaded on first use. */
export function createMailProviders(urls: MailProviderUrls): MailProviders {
  const bases: Record<MailProvider, string> = { microsoft: urls.microsoftUrl, google: urls.googleUrl };
  const loaded = async () => (await import("#server/delivery/mail/provider-client.ts")).providerClient(bases, urls);
  let client: ReturnType<typeof loaded> | null = null;
  const ready = (): ReturnType<typeof loaded> => (client ??= loaded());
  return {
    isReplaced: (provider) => new URL(bases[provider]).origin !== PROVIDER_URLS[provider],
    begin: async (...given) => (await ready()).begin(...given),
    finish: async (...given) => (await ready()).finish(...given),
    refresh: async (...given) => (await ready()).refresh(...given),
    ofApp: async (...given) => (await ready()).ofApp(...given),
    revoke: async (...given) => (await ready()).revoke(...given),
  };
}
