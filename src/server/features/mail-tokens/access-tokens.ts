import { setTimeout as pause } from "node:timers/promises";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { MailProvider } from "#shared/mail-providers.ts";
import type { MailSignInRecord } from "#server/db/sources/mail-sign-ins.ts";
import type { MailTokens, RegisteredApp } from "#server/delivery/mail/mail-providers.ts";
import { isRefused, providerName } from "#server/delivery/mail/provider-failure.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { AccessTokens } from "#server/platform/mail-reach.ts";
import { AppError, conflict } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

/** What each stored secret of a sign-in is sealed for. */
export const MAIL_SIGN_IN_SECRETS = {
  secret: "mail sign-in secret",
  refresh: "mail sign-in refresh token",
  access: "mail sign-in access token",
} as const;
const RENEW_MILLISECONDS = LIMITS.mailSignIn.renewMinutes * MINUTE;
/** How often a process looks whether another one has renewed the token. */
const WAIT_MILLISECONDS = 100;

/** Renewals in this process, which everyone who needs the token joins. */
const renewals = new WeakMap<Workspace["store"], Map<MailProvider, Promise<string>>>();

/**
 * Access tokens for the mailbox that is signed in at a provider, renewed before they expire, by one process at a time.
 * The source throws mail_sign_in_missing (409) if nobody is signed in, and as MailProviders does.
 */
export function accessTokens(workspace: Workspace, provider: MailProvider): AccessTokens {
  return async (refused) => {
    const token = currentToken(workspace, await workspace.store.mailSignIns.get(provider), refused);
    return token ?? joinRenewal(workspace, provider, refused);
  };
}

/** The provider's app with its secret in clear text. Throws mail_sign_in_missing or secret_unreadable. */
export function openApp({ secrets }: Workspace, record: MailSignInRecord): RegisteredApp {
  const { provider, mode, clientId, tenant, account, sealedSecret } = record;
  if (sealedSecret === null) {
    throw conflict(
      "mail_sign_in_missing",
      `The secret of the ${providerName(provider)} app is missing. Enter it again.`,
    );
  }
  return { provider, mode, clientId, tenant, account, secret: secrets.open(sealedSecret, MAIL_SIGN_IN_SECRETS.secret) };
}

export function sealSecret({ secrets }: Workspace, secret: string): string {
  return secrets.seal(secret, MAIL_SIGN_IN_SECRETS.secret);
}

/** Refresh token in clear text, to revoke it; null without a readable one. */
export function openRefreshToken({ secrets }: Workspace, { sealedRefreshToken }: MailSignInRecord): string | null {
  try {
    return sealedRefreshToken === null ? null : secrets.open(sealedRefreshToken, MAIL_SIGN_IN_SECRETS.refresh);
  } catch {
    return null;
  }
}

/** What to store of new tokens. Providers that don't rotate refresh tokens send none, so the previous one stays. */
export function tokenFields(
  { secrets, clock }: Workspace,
  { accessToken, refreshToken, expiresIn }: MailTokens,
): Partial<Omit<MailSignInRecord, "id" | "provider">> {
  return {
    ...(refreshToken !== null && { sealedRefreshToken: secrets.seal(refreshToken, MAIL_SIGN_IN_SECRETS.refresh) }),
    sealedAccessToken: secrets.seal(accessToken, MAIL_SIGN_IN_SECRETS.access),
    accessUntil: new Date(clock().getTime() + expiresIn * 1_000).toISOString(),
    failingSince: null,
    lastError: "",
  };
}

function joinRenewal(workspace: Workspace, provider: MailProvider, refused: string | undefined): Promise<string> {
  const running = renewals.get(workspace.store) ?? new Map<MailProvider, Promise<string>>();
  renewals.set(workspace.store, running);
  const joined = running.get(provider);
  if (joined !== undefined) return joined;
  const renewal = renewAlone(workspace, provider, refused).finally(() => running.delete(provider));
  running.set(provider, renewal);
  return renewal;
}

/** Renews the token unless another process does; then waits for that one's result. */
async function renewAlone(workspace: Workspace, provider: MailProvider, refused: string | undefined): Promise<string> {
  const { stopping, store } = workspace;
  for (;;) {
    const renewed = await withLease(workspace, `mail-sign-in:${provider}`, () => renew(workspace, provider, refused));
    if (renewed !== null) return renewed;
    await pause(WAIT_MILLISECONDS, undefined, { signal: stopping });
    const token = currentToken(workspace, await store.mailSignIns.get(provider), refused);
    if (token !== null) return token;
  }
}

async function renew(workspace: Workspace, provider: MailProvider, refused: string | undefined): Promise<string> {
  const { store, providers, feed } = workspace;
  const record = await store.mailSignIns.get(provider);
  const known = currentToken(workspace, record, refused);
  if (known !== null) return known;
  if (record === null) throw missing(provider);
  try {
    const tokens = await request(workspace, record);
    // Stored before it's used: after a crash, the next process finds the new refresh token.
    const fields = tokenFields(workspace, tokens);
    if (!(await store.mailSignIns.update(provider, fields, record))) {
      // Someone has signed in again or changed the app in the meantime, so these tokens are outdated.
      return await renew(workspace, provider, refused);
    }
    if (record.failingSince !== null) feed.changed(["mail-sign-ins"]);
    return tokens.accessToken;
  } catch (error) {
    if (isRefused(error)) throw await recordRefusal(workspace, record, error);
    const last = currentToken(workspace, record, refused, 0);
    if (last === null) throw error;
    return last;
  }

  function request(by: Workspace, from: MailSignInRecord): Promise<MailTokens> {
    const app = openApp(by, from);
    if (from.mode === "app") return providers.ofApp(app);
    if (from.sealedRefreshToken === null) throw missing(provider);
    return providers.refresh(app, by.secrets.open(from.sealedRefreshToken, MAIL_SIGN_IN_SECRETS.refresh));
  }
}

/** Records that the provider refused, unless someone has signed in again since. Returns the error for the mailbox. */
async function recordRefusal(workspace: Workspace, record: MailSignInRecord, error: AppError): Promise<AppError> {
  const { store, clock, feed } = workspace;
  const { provider, account } = record;
  const failingSince = record.failingSince ?? clock().toISOString();
  await store.mailSignIns.update(provider, { failingSince, lastError: error.message }, record);
  feed.changed(["mail-sign-ins"]);
  const name = providerName(provider);
  const whose = account === "" ? "" : ` for ${account}`;
  return new AppError(error.id, error.status, `${name} refused the sign-in${whose}. ${error.message}`, {
    cause: error.cause,
  });
}

/** The stored access token if it's good for a while and isn't the refused one. */
function currentToken(
  { secrets, clock }: Workspace,
  record: MailSignInRecord | null,
  refused: string | undefined,
  forMilliseconds = RENEW_MILLISECONDS,
): string | null {
  if (record === null || record.sealedAccessToken === null || record.accessUntil === null) return null;
  if (Date.parse(record.accessUntil) - clock().getTime() <= forMilliseconds) return null;
  const token = secrets.open(record.sealedAccessToken, MAIL_SIGN_IN_SECRETS.access);
  return token === refused ? null : token;
}

function missing(provider: MailProvider): AppError {
  return conflict("mail_sign_in_missing", `Winnow isn't signed in to ${providerName(provider)}. Sign in first.`);
}
