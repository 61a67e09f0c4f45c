import { createPrivateKey } from "node:crypto";
import type { MailSignIn, MailSignInUpdate } from "#shared/contract/mail-sign-in.ts";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { MAIL_PROVIDERS, type MailProvider } from "#shared/mail-providers.ts";
import type { MailSignInRecord } from "#server/db/sources/mail-sign-ins.ts";
import type { PendingSignIn } from "#server/platform/openid.ts";
import { isRefused, providerName } from "#server/delivery/mail/provider-failure.ts";
import { secretHash } from "#server/features/accounts/credentials/secret.ts";
import {
  accessTokens,
  openApp,
  openRefreshToken,
  sealSecret,
  tokenFields,
} from "#server/features/mail-tokens/access-tokens.ts";
import { AppError, conflict, invalid, messageOf } from "#server/platform/errors.ts";
import type { Workspace } from "#server/workspace.ts";

export const CALLBACK_PATH = "/api/mail-sign-ins/callback";

/** Every provider's state, never with a secret or token. */
export async function listMailSignIns({ store }: Workspace, origin: string): Promise<MailSignIn[]> {
  const records = await store.mailSignIns.list();
  return MAIL_PROVIDERS.map((provider) =>
    publicSignIn(provider, records.find((record) => record.provider === provider) ?? null, origin),
  );
}

function publicSignIn(provider: MailProvider, record: MailSignInRecord | null, origin: string): MailSignIn {
  const failingSince = record?.failingSince ?? null;
  return {
    provider,
    state: stateOf(record),
    mode: record?.mode ?? "person",
    clientId: record?.clientId ?? "",
    tenant: record?.tenant ?? "",
    hasSecret: (record?.sealedSecret ?? null) !== null,
    account: record?.account ?? "",
    since: failingSince ?? record?.connectedAt ?? null,
    message: record?.lastError ?? "",
    redirectUri: `${origin}${CALLBACK_PATH}`,
  };
}

function stateOf(record: MailSignInRecord | null): MailSignIn["state"] {
  if (record === null) return "off";
  if (record.failingSince !== null) return "failing";
  if (record.connectedAt === null) return "ready";
  // After a backup without secrets, the tokens are missing.
  const token = record.mode === "app" ? record.sealedSecret : record.sealedRefreshToken;
  return token === null ? "ready" : "connected";
}

/**
 * Registers the app. Another app, directory or mailbox needs its own secret and sign-in; without a secret the stored one
 * stays for the same app. An app without a person is tried at once. Throws invalid.
 */
export async function saveMailSignIn(
  workspace: Workspace,
  provider: MailProvider,
  input: MailSignInUpdate,
  origin: string,
): Promise<MailSignIn> {
  const { store, clock } = workspace;
  const before = await store.mailSignIns.get(provider);
  const app = requireApp(provider, input);
  const isSameApp =
    before !== null && before.mode === app.mode && before.clientId === app.clientId && before.tenant === app.tenant;
  const secret = app.secret === null ? null : sealSecret(workspace, app.secret);
  const sealedSecret = secret ?? (isSameApp ? before.sealedSecret : null);
  if (sealedSecret === null) throw invalid(app.secretField, "Enter the secret of this app.");
  const keepsTokens = isSameApp && app.mode === "person";
  const saved = await store.mailSignIns.save({
    provider,
    mode: app.mode,
    clientId: app.clientId,
    tenant: app.tenant,
    account: keepsTokens ? before.account : app.account,
    sealedSecret,
    sealedRefreshToken: keepsTokens ? before.sealedRefreshToken : null,
    sealedAccessToken: keepsTokens ? before.sealedAccessToken : null,
    accessUntil: keepsTokens ? before.accessUntil : null,
    pendingState: null,
    connectedAt: keepsTokens ? before.connectedAt : null,
    failingSince: null,
    lastError: "",
  });
  if (app.mode === "app") await tryApp(workspace, saved, clock().toISOString());
  announce(workspace);
  return publicSignIn(provider, await store.mailSignIns.get(provider), origin);
}

/** Signs the app in without a person; a refusal is recorded as its state. */
async function tryApp(workspace: Workspace, { provider }: MailSignInRecord, at: string): Promise<void> {
  try {
    await accessTokens(workspace, provider)();
    await workspace.store.mailSignIns.update(provider, { connectedAt: at });
    await retrySoon(workspace, provider);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await workspace.store.mailSignIns.update(provider, { failingSince: at, lastError: error.message });
  }
}

interface App extends Pick<MailSignInRecord, "mode" | "clientId" | "tenant" | "account"> {
  secret: string | null;
  secretField: string;
}

/** The app that a form describes. Throws invalid, naming what's missing. */
function requireApp(provider: MailProvider, input: MailSignInUpdate): App {
  const { mode, clientId, clientSecret = null, tenant, account, serviceAccount } = input;
  if (mode === "app" && !account.includes("@")) throw invalid("account", "Enter the address of the mailbox.");
  const mailbox = mode === "app" ? account : "";
  if (provider === "google" && mode === "app") {
    if (serviceAccount === undefined) {
      // Only the mailbox changes.
      return { mode, clientId, tenant: "", account: mailbox, secret: null, secretField: "serviceAccount" };
    }
    const { client_email: email, private_key: key } = serviceAccount;
    requireKey(key);
    return { mode, clientId: email, tenant: "", account: mailbox, secret: key, secretField: "serviceAccount" };
  }
  if (clientId === "") throw invalid("clientId", "Enter the client ID.");
  if (provider === "microsoft" && tenant === "") throw invalid("tenant", "Enter the directory (tenant) ID.");
  if (mode === "app" && ["common", "organizations", "consumers"].includes(tenant.toLowerCase())) {
    throw invalid("tenant", "An app without a person needs the ID of one directory.");
  }
  const directory = provider === "microsoft" ? tenant : "";
  return { mode, clientId, tenant: directory, account: mailbox, secret: clientSecret, secretField: "clientSecret" };
}

function requireKey(pem: string): void {
  try {
    if (createPrivateKey(pem.replaceAll("\\n", "\n")).asymmetricKeyType === "rsa") return;
  } catch {
    // OpenSSL's message doesn't help the user.
  }
  throw invalid("serviceAccount", "The private_key in this key file can't be read. Paste the whole file again.");
}

/** Someone's way to the provider and back, sealed in a cookie of their browser. */
export interface Journey extends PendingSignIn {
  provider: MailProvider;
  redirectUri: string;
}

/** Begins a sign-in; an earlier one that hasn't come back is void. Throws mail_sign_in_missing, and as MailProviders does. */
export async function beginMailSignIn(
  workspace: Workspace,
  provider: MailProvider,
  origin: string,
): Promise<{ url: string; journey: Journey }> {
  const { store, providers } = workspace;
  const record = await store.mailSignIns.get(provider);
  if (record === null) {
    throw conflict("mail_sign_in_missing", `Set up the ${providerName(provider)} app first.`);
  }
  if (record.mode === "app") {
    throw conflict("mail_sign_in_without_person", "This app signs in without a person, so there is nobody to sign in.");
  }
  const redirectUri = `${origin}${CALLBACK_PATH}`;
  try {
    const { url, pending } = await providers.begin(openApp(workspace, record), redirectUri);
    await store.mailSignIns.update(provider, { pendingState: secretHash(pending.state) });
    return { url, journey: { ...pending, provider, redirectUri } };
  } catch (error) {
    if (isRefused(error)) await recordFailure(workspace, provider, error);
    throw error;
  }
}

/**
 * Finishes a sign-in with the query of the callback, once, and stores its tokens. Throws mail_sign_in_late (409) if it
 * has been finished, replaced or never begun, and as MailProviders does; a refusal is recorded as the provider's state.
 */
export async function finishMailSignIn(workspace: Workspace, journey: Journey, query: string): Promise<string> {
  const { store, providers, clock } = workspace;
  const { provider, redirectUri, state } = journey;
  // Another state comes from somewhere else and must not use up this one.
  if (new URLSearchParams(query).get("state") !== state) throw late();
  if (!(await store.mailSignIns.takeState(provider, secretHash(state)))) throw late();
  const record = await store.mailSignIns.get(provider);
  if (record === null) throw late();
  try {
    const tokens = await providers.finish(openApp(workspace, record), new URL(query, redirectUri), journey);
    const account = tokens.account === "" ? record.account : tokens.account;
    const fields = { ...tokenFields(workspace, tokens), account, connectedAt: clock().toISOString() };
    await store.mailSignIns.update(provider, fields);
    await retrySoon(workspace, provider);
    announce(workspace);
    return account;
  } catch (error) {
    if (error instanceof AppError) await recordFailure(workspace, provider, error);
    throw error;
  }
}

export function late(): AppError {
  return conflict("mail_sign_in_late", "The sign-in took too long, or it was started elsewhere. Try again.");
}

/** Forgets the app and its tokens, and revokes them where the provider can. */
export async function removeMailSignIn(workspace: Workspace, provider: MailProvider): Promise<void> {
  const { store, providers, log } = workspace;
  const record = await store.mailSignIns.get(provider);
  if (record === null) return;
  const refreshToken = openRefreshToken(workspace, record);
  await store.mailSignIns.remove(provider);
  announce(workspace);
  if (refreshToken === null || record.sealedSecret === null) return;
  try {
    await providers.revoke(openApp(workspace, record), refreshToken);
  } catch (error) {
    // Winnow no longer has the token either way.
    log.warn({ err: messageOf(error), provider }, "the sign-in wasn't revoked at the provider");
  }
}

/** Records why a sign-in failed; tokens of an earlier one stay in use. */
async function recordFailure(workspace: Workspace, provider: MailProvider, error: AppError): Promise<void> {
  const { store, clock } = workspace;
  const record = await store.mailSignIns.get(provider);
  if (record === null) return;
  const failingSince = record.failingSince ?? clock().toISOString();
  await store.mailSignIns.update(provider, { failingSince, lastError: error.message });
  announce(workspace);
}

/** Has the mailbox read right away instead of after its current pause. */
async function retrySoon({ store, feed }: Workspace, provider: MailProvider): Promise<void> {
  const mailbox = await store.mailbox.read();
  if (mailbox?.signIn !== provider) return;
  await store.mailbox.write({ lastAttempt: null });
  feed.changed(["mailbox", "status"]);
}

function announce({ feed }: Workspace): void {
  feed.changed(["mail-sign-ins"]);
}

/** How long someone may take at the provider. */
export const PENDING_MILLISECONDS = LIMITS.mailSignIn.pendingMinutes * MINUTE;
