import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { MailSignIn } from "#shared/contract/mail-sign-in.ts";
import type { MailProvider } from "#shared/mail-providers.ts";
import { accessTokens } from "#server/features/mail-tokens/access-tokens.ts";
import { startWatchingMailboxes } from "#server/features/mailbox/watch-mailboxes.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";
import { inquiry, syncMail, whenChanged } from "#test/http/mailbox-under-test.ts";
import { startDovecot, type DovecotPeer } from "#test/peers/dovecot/dovecot-peer.ts";
import type { Maildir } from "#test/peers/dovecot/maildir.ts";
import { CLIENT, startOauthPeer, TENANT, type OauthPeer } from "#test/peers/oauth/oauth-peer.ts";
import { startSmtpPeer, type SmtpPeer } from "#test/peers/smtp/smtp-peer.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { migratedPostgres, temporaryFolder } from "#test/stores.ts";

const HOST = "localhost:3000";
const CALLBACK = `http://${HOST}/api/mail-sign-ins/callback`;
const HOUR = 3_600_000;

let oauth: OauthPeer;
let dovecot: DovecotPeer;
let smtp: SmtpPeer;
let mail: Maildir;
let account = "";
let accounts = 0;
beforeAll(async () => {
  oauth = await startOauthPeer();
  oauth.redirectUris.push(CALLBACK);
  dovecot = await startDovecot({ introspectionUrl: oauth.introspectionUrl });
  smtp = await startSmtpPeer({ mode: "starttls", users: { nobody: "nothing" }, isToken: oauth.isToken });
});
afterAll(async () => {
  await smtp.close();
  await dovecot.stop();
  await oauth.close();
});
beforeEach(async () => {
  accounts += 1;
  account = `team${accounts}@acme.example`;
  mail = await dovecot.addUser(account, "a password that nobody uses");
  oauth.account = account;
});
afterEach(() => {
  oauth.granted = undefined;
  oauth.refusal = null;
  oauth.failure = null;
  oauth.sendsRefreshToken = true;
  oauth.isStrict = false;
  smtp.failures = {};
});

interface Options {
  databaseUrl?: string;
  clock?: () => Date;
}

const opened = ({ databaseUrl, ...more }: Options = {}): Promise<TestWinnow> =>
  freshWinnow(databaseUrl === undefined ? "sqlite" : "postgres", {
    ...more,
    ...(databaseUrl !== undefined && { databaseUrl }),
    providers: { microsoftUrl: oauth.url, googleUrl: oauth.url, googleTokenUrl: oauth.tokenUrl },
  });

const register = (winnow: TestWinnow, provider: MailProvider = "microsoft", more: object = {}): Promise<MailSignIn> =>
  winnow.ok("PUT /api/mail-sign-ins/{provider}", {
    params: { provider },
    body: { ...CLIENT, ...(provider === "microsoft" && { tenant: TENANT }), ...more },
    headers: { host: HOST },
  });

const stateOf = async (winnow: TestWinnow, provider: MailProvider = "microsoft"): Promise<MailSignIn | undefined> =>
  (await winnow.ok("GET /api/mail-sign-ins")).find((signIn) => signIn.provider === provider);

/** To the provider and back, up to the callback, which `follow` opens in a browser with these cookies. */
async function wayBack(
  winnow: TestWinnow,
  provider: MailProvider = "microsoft",
): Promise<{ back: string; follow: (url?: string, more?: Record<string, string>) => Promise<string> }> {
  const begun = await winnow.call("POST /api/mail-sign-ins/{provider}/connect", {
    params: { provider },
    body: { from: "gmail" },
    headers: { host: HOST },
  });
  expect([begun.statusCode, begun.body]).toEqual([200, expect.any(String)]);
  const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]));
  const back = await oauth.visit(begun.json<{ url: string }>().url);
  const follow = async (url = back, more: Record<string, string> = {}): Promise<string> => {
    const { pathname, search } = new URL(url);
    const answer = await winnow.app.inject({
      url: pathname + search,
      headers: { host: HOST },
      cookies: { ...cookies, ...more },
    });
    return answer.headers.location ?? String(answer.statusCode);
  };
  return { back, follow };
}

/** A Winnow that is signed in, and reads this mailbox and sends through it. */
async function connected(options: Options = {}, provider: MailProvider = "microsoft"): Promise<TestWinnow> {
  const winnow = await opened(options);
  await register(winnow, provider);
  const { follow } = await wayBack(winnow, provider);
  expect(await follow()).toBe(`/gmail?signIn=${provider}`);
  await winnow.ok("POST /api/gmail/config", { body: mailbox(provider) });
  return winnow;
}

const mailbox = (signIn: MailProvider, more: object = {}) => ({
  email: account,
  signIn,
  enabled: true,
  labels: "INBOX",
  server: `imap://127.0.0.1:${dovecot.imapPort}`,
  ...more,
});

const mailSettings = (signIn: MailProvider) => ({
  smtpHost: smtp.host,
  smtpPort: smtp.port,
  signIn,
  username: account,
  fromEmail: account,
  recipientEmails: ["boss@acme.example"],
});

describe.each<MailProvider>(["microsoft", "google"])("one sign-in to %s", (provider) => {
  test("reads and sends mail, and stores no secret in clear text", async () => {
    const winnow = await connected({}, provider);
    expect(await stateOf(winnow, provider)).toMatchObject({ state: "connected", account, message: "" });
    mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
    expect(await syncMail(winnow)).toMatchObject({ leadsFound: 1 });
    const tested = await winnow.ok("POST /api/email-settings/test", { body: mailSettings(provider) });
    expect(tested).toMatchObject({ valid: true, message: expect.stringContaining("signed in") });
    await winnow.ok("POST /api/email-settings", { body: mailSettings(provider) });
    await winnow.ok("POST /api/send-report");
    expect(smtp.messages.at(-1)).toMatchObject({ from: account, user: account, secure: true });
    const stored = JSON.stringify(await winnow.workspace.store.mailSignIns.list());
    const token = await accessTokens(winnow.workspace, provider)();
    expect(oauth.isToken(account, token)).toBe(true);
    for (const secret of [token, CLIENT.clientSecret]) {
      expect(stored + winnow.logged()).not.toContain(secret);
    }
    await winnow.ok("DELETE /api/mail-sign-ins/{provider}", { params: { provider } });
    const after = await winnow.ok("POST /api/gmail/test", { body: mailbox(provider) });
    expect(after).toMatchObject({ success: false, message: expect.stringContaining("isn't signed in") });
  });
});

describe("access tokens", () => {
  test("are renewed once for everyone, before they expire, and keep the newest refresh token", async () => {
    oauth.isStrict = true;
    let now = new Date();
    const databaseUrl = await migratedPostgres();
    const clock = (): Date => now;
    const one = await connected({ databaseUrl, clock });
    const other = await opened({ databaseUrl, clock });
    const ask = (winnow: TestWinnow): Promise<string> => accessTokens(winnow.workspace, "microsoft")();
    const first = await ask(one);
    oauth.requests.length = 0;
    for (let round = 1; round <= 3; round += 1) {
      now = new Date(now.getTime() + HOUR - 4 * 60_000);
      const tokens = await Promise.all([ask(one), ask(other), ask(one), ask(other)]);
      expect(new Set(tokens).size).toBe(1);
      expect(tokens[0]).not.toBe(first);
      expect(oauth.requests).toEqual(Array.from({ length: round }, () => "refresh_token"));
    }
  });

  test("stay in use while the provider is away, until they expire", async () => {
    let now = new Date();
    const winnow = await connected({ clock: () => now });
    const ask = accessTokens(winnow.workspace, "microsoft");
    const token = await ask();
    oauth.failure = { status: 503, body: { error: "temporarily_unavailable" } };
    now = new Date(now.getTime() + HOUR - 60_000);
    expect(await ask()).toBe(token);
    now = new Date(now.getTime() + 60_000);
    await expect(ask()).rejects.toThrow("isn't answering");
    expect(await stateOf(winnow)).toMatchObject({ state: "connected" });
    oauth.failure = null;
    expect(await ask()).not.toBe(token);
  });

  test("that a new sign-in has replaced in the meantime are dropped", async () => {
    const winnow = await connected();
    const ask = accessTokens(winnow.workspace, "microsoft");
    const { follow } = await wayBack(winnow);
    oauth.beforeAnswer = async () => {
      oauth.beforeAnswer = async () => {};
      await follow();
    };
    const token = await ask(await ask());
    oauth.revokeAll();
    const { sealedRefreshToken } = (await winnow.workspace.store.mailSignIns.get("microsoft")) ?? {};
    expect(sealedRefreshToken).toEqual(expect.any(String));
    expect(await ask()).toBe(token);
  });

  test("of an app that was changed in the meantime are dropped", async () => {
    const winnow = await opened();
    await register(winnow, "microsoft", { mode: "app", account });
    const ask = accessTokens(winnow.workspace, "microsoft");
    const token = await ask();
    let changed: ReturnType<typeof register> | undefined;
    oauth.beforeAnswer = async () => {
      oauth.beforeAnswer = async () => {};
      changed = register(winnow, "microsoft", { mode: "app", account, clientSecret: "wrong" });
      const stored = async () => (await winnow.workspace.store.mailSignIns.get("microsoft"))?.sealedAccessToken;
      await expect.poll(stored).toBe(null);
    };
    await Promise.allSettled([ask(token)]);
    expect(await changed).toMatchObject({ state: "failing" });
  });
});

test("a rotated refresh token survives a kill right before its first use", async () => {
  oauth.isStrict = true;
  const dataDir = await temporaryFolder();
  const authority = join(import.meta.dirname, "../fixtures/tls/authority.pem");
  const env = { WINNOW_MICROSOFT_OAUTH_URL: oauth.url, NODE_EXTRA_CA_CERTS: authority };
  const server = await startServer({ dataDir, env });
  const call = async ({ url }: ServerProcess, method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const cookie: Record<string, string> = {};
  oauth.redirectUris.push(`${server.url}/api/mail-sign-ins/callback`);
  await call(server, "PUT", "/api/mail-sign-ins/microsoft", { ...CLIENT, tenant: TENANT });
  const begun = await call(server, "POST", "/api/mail-sign-ins/microsoft/connect", { from: "gmail" });
  cookie["cookie"] = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const back = new URL(await oauth.visit(((await begun.json()) as { url: string }).url));
  await call(server, "GET", back.pathname + back.search);
  await call(server, "POST", "/api/gmail/config", mailbox("microsoft"));
  // The refused access token makes it ask for a new one, which rotates the refresh token.
  oauth.expireAccess();
  const isUsed = Promise.withResolvers<void>();
  oauth.onCheck = (token) => {
    if (!oauth.isToken(account, token)) return;
    oauth.onCheck = () => {};
    server.kill().then(isUsed.resolve, isUsed.reject);
  };
  const lost = await call(server, "POST", "/api/gmail/test", mailbox("microsoft")).catch(() => null);
  expect(await lost?.text()).toBeUndefined();
  await isUsed.promise;
  oauth.expireAccess();
  const next = await startServer({ dataDir, env });
  onTestFinished(async () => void (await next.stop()));
  const result = await call(next, "POST", "/api/gmail/test", mailbox("microsoft"));
  expect(await result.json()).toMatchObject({ success: true });
});

describe("the mailbox", () => {
  test("loses no message when its token expires while it listens", async () => {
    const winnow = await connected();
    const watching = startWatchingMailboxes(winnow.workspace, 20);
    await winnow.ok("POST /api/gmail/config", { body: mailbox("microsoft", { autoSync: true }) });
    const health = async () => (await winnow.ok("GET /api/gmail/config")).health;
    await whenChanged(winnow, health, (now) => now.watching);
    oauth.expireAccess();
    await dovecot.halt();
    mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
    await dovecot.resume();
    const leads = await whenChanged(
      winnow,
      () => winnow.ok("GET /api/leads"),
      ({ length }) => length > 0,
    );
    expect(leads).toHaveLength(1);
    await watching.stop();
  });

  test("raises an alarm when the sign-in was revoked, until someone reconnects", async () => {
    const winnow = await connected();
    oauth.revokeAll();
    expect((await winnow.call("POST /api/gmail/sync")).statusCode).toBe(409);
    const { health } = await winnow.ok("GET /api/gmail/config");
    const message = `Microsoft 365 refused the sign-in for ${account}. The sign-in was revoked, for example by a password change. Reconnect to sign in again. (AADSTS50173)`;
    expect(health).toMatchObject({ state: "failing", message });
    expect((await winnow.ok("GET /api/notifications")).items).toMatchObject([
      { kind: "mailbox_failing", description: message, href: "/gmail" },
    ]);
    expect(await stateOf(winnow)).toMatchObject({ state: "failing" });
    const { follow } = await wayBack(winnow);
    await follow();
    expect(await stateOf(winnow)).toMatchObject({ state: "connected", message: "" });
    await syncMail(winnow);
    expect((await winnow.ok("GET /api/notifications")).items).toEqual([]);
  });

  test("says why the server accepts the sign-in but not for this mailbox", async () => {
    const winnow = await connected();
    oauth.account = "someone-else@acme.example";
    const { follow } = await wayBack(winnow);
    await follow();
    const result = await winnow.ok("POST /api/gmail/test", { body: mailbox("microsoft") });
    expect(result).toMatchObject({ success: false, code: "mailbox_token_refused" });
    expect(result.message).toContain("Check that the address belongs to the account that signed in");
  });
});

test("a mail server says when SMTP AUTH is off", async () => {
  const winnow = await connected();
  smtp.failures = {
    signIn: {
      code: 535,
      text: "5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox.",
    },
  };
  const result = await winnow.ok("POST /api/email-settings/test", { body: mailSettings("microsoft") });
  expect(result).toMatchObject({ valid: false, message: expect.stringContaining("turn on Authenticated SMTP") });
});

describe("the way back from the provider", () => {
  test("counts once, for the session that left, with its own state", async () => {
    const winnow = await opened();
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    await register(winnow);
    const { back, follow } = await wayBack(winnow);
    const session = async (): Promise<Record<string, string>> => {
      const answer = await winnow.browser().call("POST /api/session", { body: ADA });
      return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
    };
    const late = (screen = "gmail?signIn=microsoft&"): string => `/${screen}signInProblem=mail_sign_in_late`;
    expect(await follow()).toBe("401");
    expect(await follow(back, await session())).toBe(late("gmail?"));
    const signedIn = { winnow_session: winnow.cookies()["winnow_session"] ?? "" };
    expect(await follow(back.replace(/state=[^&]+/u, "state=forged"), signedIn)).toBe(late());
    expect(await follow(back, signedIn)).toBe("/gmail?signIn=microsoft");
    expect(await follow(back, signedIn)).toBe(late());
    // One that someone began before the latest is void.
    const earlier = await wayBack(winnow);
    const latest = await wayBack(winnow);
    expect(await earlier.follow(earlier.back, signedIn)).toBe(late());
    expect(await latest.follow(latest.back, signedIn)).toBe("/gmail?signIn=microsoft");
    const { entries } = await winnow.ok("GET /api/audit", { query: { action: "mail-sign-ins.callback" } });
    expect(entries.map(({ outcome }) => outcome)).toEqual(["done", "refused", "refused", "done", "refused", "refused"]);
  });

  test("is refused after 15 minutes", async () => {
    let now = new Date();
    const winnow = await opened({ clock: () => now });
    await register(winnow);
    const { follow } = await wayBack(winnow);
    now = new Date(now.getTime() + 15 * 60_000);
    expect(await follow()).toBe("/gmail?signInProblem=mail_sign_in_late");
  });

  test("shows the redirect address to register", async () => {
    const winnow = await opened();
    expect(await register(winnow)).toMatchObject({ redirectUri: CALLBACK, state: "ready", hasSecret: true });
  });

  const declined = { error: "access_denied", error_description: "AADSTS65004: User declined to consent." };
  const secret = { clientSecret: "another secret" };
  test.each<[string, MailProvider, Partial<OauthPeer>, object, string]>([
    ["consent is declined", "microsoft", { refusal: declined }, {}, "consent was declined"],
    ["the admin must consent", "microsoft", { refusal: { error: "consent_required" } }, {}, "lacks consent"],
    ["the secret is wrong", "microsoft", {}, secret, "secret is wrong. Copy its Value, not its Secret ID"],
    ["the app is unknown", "microsoft", {}, { clientId: "x" }, "doesn't know this application (client) ID"],
    ["a mail scope is missing", "microsoft", { granted: ["offline_access"] }, {}, "didn't grant https://outlook"],
    ["consent is declined", "google", { refusal: { error: "access_denied" } }, {}, "Consent was declined"],
    ["the secret is wrong", "google", {}, secret, "doesn't accept the client ID or secret"],
    ["no refresh token comes", "google", { sendsRefreshToken: false }, {}, "no refresh token. Remove Winnow at"],
    ["the mail scope is missing", "google", { granted: ["email"] }, {}, "didn't grant https://mail.google.com/"],
  ])("says what's missing when %s at %s", async (_case, provider, peer, app, expected) => {
    Object.assign(oauth, peer);
    const winnow = await opened();
    await register(winnow, provider, app);
    const { follow } = await wayBack(winnow, provider);
    expect(await follow()).toBe(`/gmail?signIn=${provider}&signInProblem=mail_sign_in_refused`);
    const { state, message } = (await stateOf(winnow, provider)) ?? {};
    expect(state).toBe("failing");
    expect(message).toContain(expected);
  });

  test("names a directory that Microsoft doesn't know", async () => {
    const winnow = await opened();
    await register(winnow, "microsoft", { tenant: "unknown.example" });
    const begun = await winnow.call("POST /api/mail-sign-ins/{provider}/connect", {
      params: { provider: "microsoft" },
      body: { from: "gmail" },
    });
    expect([begun.statusCode, begun.json()]).toMatchObject([
      409,
      { detail: expect.stringContaining("doesn't know the directory unknown.example") },
    ]);
  });
});

describe("an app without a person", () => {
  test("reads a mailbox with Microsoft's client credentials", async () => {
    const winnow = await opened();
    expect(await register(winnow, "microsoft", { mode: "app", account })).toMatchObject({ state: "connected" });
    await winnow.ok("POST /api/gmail/config", { body: mailbox("microsoft") });
    mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
    expect(await syncMail(winnow)).toMatchObject({ leadsFound: 1 });
    expect(oauth.requests.at(-1)).toBe("client_credentials");
  });

  test("reads a mailbox with Google's domain-wide delegation, and names it when it's missing", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const client_email = "reader@winnow.iam.example";
    oauth.serviceAccounts.set(client_email, publicKey.export({ type: "spki", format: "pem" }).toString());
    const private_key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const app = { mode: "app", account, clientSecret: undefined, serviceAccount: { client_email, private_key } };
    const winnow = await opened();
    oauth.granted = [];
    const refused = await register(winnow, "google", app);
    expect(refused).toMatchObject({ state: "failing", message: expect.stringContaining("Domain-wide delegation") });
    oauth.granted = undefined;
    expect(await register(winnow, "google", app)).toMatchObject({ state: "connected", clientId: client_email });
    await winnow.ok("POST /api/gmail/config", { body: mailbox("google") });
    mail.deliver([{ raw: inquiry({ id: "one@lee.example" }) }]);
    expect(await syncMail(winnow)).toMatchObject({ leadsFound: 1 });
  });

  test("needs a directory and a mailbox", async () => {
    const winnow = await opened();
    for (const [app, field] of [
      [{ tenant: TENANT }, "account"],
      [{ tenant: "common", account }, "tenant"],
      [{ tenant: TENANT, account, clientSecret: undefined }, "clientSecret"],
    ] as const) {
      const answer = await winnow.call("PUT /api/mail-sign-ins/{provider}", {
        params: { provider: "microsoft" },
        body: { ...CLIENT, mode: "app", ...app },
      });
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: [{ field }] }]);
    }
  });
});

test("tokens go to the provider's own servers only", async () => {
  const winnow = await freshWinnow("sqlite", {
    providers: { microsoftUrl: "https://login.microsoftonline.com", googleUrl: "https://accounts.google.com" },
  });
  for (const [key, body] of [
    ["POST /api/gmail/config", mailbox("microsoft")],
    ["POST /api/gmail/test", mailbox("google")],
    ["POST /api/email-settings", mailSettings("google")],
    ["POST /api/email-settings/test", mailSettings("microsoft")],
  ] as const) {
    const answer = await winnow.call(key, { body });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      { detail: expect.stringContaining("only signs in to its own servers") },
    ]);
  }
  const own = await winnow.ok("POST /api/gmail/config", { body: mailbox("microsoft", { server: "" }) });
  expect(own).toMatchObject({ signIn: "microsoft", hasAppPassword: false });
});
