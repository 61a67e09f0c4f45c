import { MAIL_PROVIDER_FACTS, type MailProvider } from "#shared/mail-providers.ts";
import type { RegisteredApp } from "#server/delivery/mail/mail-providers.ts";
import { AppError, messageOf, upstreamFailed } from "#server/platform/errors.ts";

const REFUSED = "mail_sign_in_refused";
const UNAVAILABLE = "mail_provider_unavailable";

const SIGN_IN_AGAIN = "Reconnect to sign in again.";

/** Microsoft's error codes (learn.microsoft.com, "Microsoft Entra authentication and authorization error codes"). */
const AADSTS: Readonly<Record<string, string>> = {
  50011:
    "The redirect address isn't registered. Add the redirect address shown in the app's setup under Authentication, as a Web platform.",
  500113:
    "The app has no redirect address. Add the one shown in the app's setup under Authentication, as a Web platform.",
  700016:
    "Microsoft doesn't know this application (client) ID in this directory. Check both IDs, and that the app allows accounts of your organization.",
  7000215:
    "The client secret is wrong. Copy its Value, not its Secret ID, from Certificates & secrets, or create a new one.",
  7000222: "The client secret has expired. Create a new one under Certificates & secrets and enter its Value.",
  7000218: "Microsoft expects a client secret. Register the app as a Web platform and enter a client secret.",
  65001:
    "The app lacks consent for mail. Sign in again and accept, or have an administrator grant consent under API permissions.",
  65004: "The consent was declined. Sign in again and accept.",
  90094: "An administrator has to grant consent for the app under API permissions.",
  650_056: "The app lacks permissions. Add those shown in the app's setup under API permissions.",
  650_057: "The app lacks permissions. Add those shown in the app's setup under API permissions.",
  70011: "Microsoft doesn't know one of the permissions. Add those shown in the app's setup under API permissions.",
  90002: "Microsoft doesn't know this directory. Check the directory (tenant) ID.",
  900_023: "Microsoft doesn't know this directory. Check the directory (tenant) ID.",
  50020: "This account isn't in the app's directory. Sign in with an account of the organization.",
  50105: "This account isn't assigned to the app. Assign it under Enterprise applications > Users and groups.",
  50034: "Microsoft doesn't know this account in the directory.",
  50057: "The account is disabled. Ask its administrator.",
  50076: `The account needs multifactor authentication. ${SIGN_IN_AGAIN}`,
  50079: `The account has to set up multifactor authentication. ${SIGN_IN_AGAIN}`,
  53003: "A Conditional Access policy blocks this sign-in. Have an administrator allow the app.",
  50173: `The sign-in was revoked, for example by a password change. ${SIGN_IN_AGAIN}`,
  70008: `The sign-in has expired. ${SIGN_IN_AGAIN}`,
  700_082: `The sign-in expired because it wasn't used for too long. ${SIGN_IN_AGAIN}`,
  70000: `The sign-in is no longer valid. ${SIGN_IN_AGAIN}`,
};

/** Standard errors (RFC 6749, 4.1.2.1 and 5.2) and Google's own. */
const STANDARD: Readonly<Record<string, (app: RegisteredApp) => string>> = {
  access_denied: () => "Consent was declined. Sign in again and accept.",
  invalid_client: ({ provider }) =>
    provider === "google"
      ? "Google doesn't accept the client ID or secret. Copy both again from the credentials page."
      : "Microsoft doesn't accept the client ID or secret. Check both.",
  redirect_uri_mismatch: () =>
    "The redirect address isn't registered. Add the one shown in the app's setup as an authorized redirect URI.",
  unauthorized_client: ({ provider, mode }) =>
    provider === "google" && mode === "app"
      ? "The service account may not use Gmail. In the Google Admin console, under API controls > Domain-wide delegation, add its client ID with the scope https://mail.google.com/."
      : "The app isn't allowed to sign in like this. Check that it's registered as a web application.",
  invalid_scope: () => "The provider doesn't know the mail scope. Add the scopes shown in the app's setup.",
  admin_policy_enforced: () => "The organization's administrator blocks this app. Have them allow it.",
  org_internal: () => "The app is limited to its own organization. Sign in with an account of it.",
  invalid_grant: ({ provider, mode, account }) =>
    mode === "app"
      ? `${MAIL_PROVIDER_FACTS[provider].name} doesn't know the mailbox ${account}, or the key was deleted. Check both.`
      : `The sign-in was revoked or has expired. ${SIGN_IN_AGAIN}`,
  interaction_required: () => SIGN_IN_AGAIN,
  consent_required: () => `The app lacks consent for mail. ${SIGN_IN_AGAIN}`,
  login_required: () => SIGN_IN_AGAIN,
};

const PASSING = new Set(["temporarily_unavailable", "server_error"]);

/** Turns an error of the OAuth client into one for the person who set up the app. */
export function providerFailure(app: RegisteredApp, error: unknown): AppError {
  const { name } = MAIL_PROVIDER_FACTS[app.provider];
  const { error: code, error_description: description } = asRefusal(error);
  if (code === undefined || PASSING.has(code)) {
    if (isMismatch(error)) return refused(`The sign-in at ${name} doesn't match this browser. Try again.`, error);
    return upstreamFailed(
      UNAVAILABLE,
      `${name} isn't answering sign-in requests right now. Winnow tries again automatically.`,
      error,
    );
  }
  const aadsts = /\bAADSTS(\d+)/u.exec(description)?.[1];
  const message = (aadsts === undefined ? undefined : AADSTS[aadsts]) ?? STANDARD[code]?.(app);
  const cited = aadsts === undefined ? code : `AADSTS${aadsts}`;
  return refused(`${message ?? `${name} refused the sign-in.`} (${cited})`, error);
}

/** Why the tokens aren't enough for mail; null if they are. `granted` is absent if it is what was asked for. */
export function lacksScopes(
  app: RegisteredApp,
  granted: string | undefined,
  hasRefreshToken: boolean,
): AppError | null {
  const { name, mailScopes } = MAIL_PROVIDER_FACTS[app.provider];
  const has = granted?.split(" ").map((scope) => scope.toLowerCase());
  const missing = mailScopes.filter((scope) => has !== undefined && !has.includes(scope.toLowerCase()));
  if (missing.length > 0) {
    return refused(
      `${name} didn't grant ${missing.join(" and ")}. Add it to the app, then sign in again and accept every permission.`,
    );
  }
  if (hasRefreshToken) return null;
  return refused(
    app.provider === "google"
      ? "Google sent no refresh token. Remove Winnow at myaccount.google.com/connections, then sign in again."
      : "Microsoft sent no refresh token. Add the permission offline_access to the app, then sign in again.",
  );
}

export function invalidTenant({ tenant }: RegisteredApp, cause: unknown): AppError {
  return refused(`Microsoft doesn't know the directory ${tenant}. Check the directory (tenant) ID.`, cause);
}

export function unreadableKey(): AppError {
  return refused(
    "The private_key in this key file can't be read. Paste the whole JSON file again, or create a new key.",
  );
}

/** Whether the person has to do something: retrying won't help. */
export function isRefused(error: unknown): error is AppError {
  return error instanceof AppError && error.id === REFUSED;
}

/** What a provider is called in a sentence. */
export function providerName(provider: MailProvider): string {
  return MAIL_PROVIDER_FACTS[provider].name;
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError(REFUSED, 409, message, cause === undefined ? {} : { cause: new Error(messageOf(cause)) });
}

function asRefusal(error: unknown): { error?: string; error_description: string } {
  if (!(error instanceof Error) || !("error" in error) || typeof error.error !== "string") {
    return { error_description: "" };
  }
  const { error_description: text } = error as { error_description?: unknown };
  return { error: error.error, error_description: typeof text === "string" ? text : "" };
}

/** A response that the library rejected: a wrong state, nonce, issuer or signature. */
function isMismatch(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code === "OAUTH_INVALID_RESPONSE" || code.startsWith("OAUTH_JWT_");
}
