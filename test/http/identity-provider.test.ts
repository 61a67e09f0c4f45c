import type { LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import type { Role } from "#shared/roles.ts";
import { createIdentityProvider } from "#server/features/accounts/credentials/identity-provider.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA, CHOSEN } from "#test/http/account-examples.ts";
import { startOidcPeer, type OidcPeer } from "#test/peers/oidc/oidc-peer.ts";
import { type EngineName, oneEngine } from "#test/stores.ts";

const HOST = "localhost:3000";
const headers = { host: HOST };

const CALLBACK = `http://${HOST}/api/session/oidc/callback`;

let peer: OidcPeer;
beforeAll(async () => {
  peer = await startOidcPeer(CALLBACK);
});
afterEach(() => {
  peer.tamper = () => {};
});
afterAll(() => peer.close());

/** A Winnow whose owner is Ada, with an identity provider, by default the peer. */
async function trusting(engine: EngineName, newRole: Role | null = null, issuer = peer.issuer): Promise<TestWinnow> {
  const winnow = await openTrusting(engine, newRole, issuer);
  onTestFinished(() => winnow.close());
  return winnow;
}

/** The same; the caller closes it. */
async function openTrusting(
  engine: EngineName,
  newRole: Role | null = null,
  issuer = peer.issuer,
): Promise<TestWinnow> {
  const provider = createIdentityProvider({ ...peer.client, issuer, name: "Acme ID" });
  const winnow = await openWinnow(engine, { access: { identityProvider: { provider, newRole } } });
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  return winnow;
}

const get = (
  winnow: TestWinnow,
  url: string,
  cookies = {},
  remoteAddress = "127.0.0.1",
): Promise<LightMyRequestResponse> => winnow.app.inject({ url, headers, cookies, remoteAddress });

interface Journey {
  /** Where the browser ended up. */
  to: string;
  back: LightMyRequestResponse;
  /** The path it returned to, and its cookies. */
  path: string;
  cookies: Record<string, string>;
}

/** To the provider, which returns where it sends the browser back to, and its cookies. */
async function wayBack(winnow: TestWinnow, next = "/"): Promise<{ back: URL; cookies: Record<string, string> }> {
  const there = await get(winnow, `/api/session/oidc?${new URLSearchParams({ next })}`);
  expect(there.statusCode).toBe(302);
  const cookies = Object.fromEntries(there.cookies.map(({ name, value }) => [name, value]));
  return { back: new URL(await peer.visit(String(there.headers.location))), cookies };
}

/** To the provider and back; `change` tampers with the return URL. */
async function journey(
  winnow: TestWinnow,
  next = "/leads?status=all",
  change = (_query: URLSearchParams): void => {},
): Promise<Journey> {
  const { back, cookies } = await wayBack(winnow, next);
  change(back.searchParams);
  const path = back.pathname + back.search;
  const answer = await get(winnow, path, cookies);
  return { to: String(answer.headers.location), back: answer, path, cookies };
}

const session = ({ back }: Journey): string => back.cookies.find(({ name }) => name === "winnow_session")?.value ?? "";

describe.each(oneEngine("sqlite"))("signing in with an identity provider on %s", (engine) => {
  test("signs in the account named by the email, and recognizes its subject from then on", async () => {
    const winnow = await trusting(engine);
    expect(await winnow.ok("GET /api/session")).toMatchObject({ identityProvider: "Acme ID" });
    await winnow.ok("POST /api/users", { body: { username: "Grace@Navy.example", role: "member" } });
    peer.person = { subject: "7", email: "grace@navy.example", isEmailVerified: true };
    const first = await journey(winnow);
    expect(first.to).toBe("/leads?status=all");
    const answer = await get(winnow, "/api/session", { winnow_session: session(first) });
    expect(answer.json()).toMatchObject({ state: "signed-in", role: "member", user: { hasPassword: false } });
    // Same person, other email; and the invitation has been used.
    peer.person = { subject: "7", email: "hopper@navy.example", isEmailVerified: true };
    expect(session(await journey(winnow))).not.toBe("");
    const [, grace] = await winnow.ok("GET /api/users");
    expect(grace).toMatchObject({ invitedUntil: null, hasPassword: false });
    // Someone else who got the email address is not that account.
    peer.person = { subject: "8", email: "grace@navy.example", isEmailVerified: true };
    expect((await journey(winnow)).to).toBe("/sign-in?problem=identity_unknown");
    const { entries } = await winnow.ok("GET /api/audit", { query: { action: "session.create" } });
    expect(entries.map(({ by, outcome }) => [by, outcome])).toEqual([
      ["grace@navy.example", "refused"],
      ["Grace@Navy.example", "done"],
      ["Grace@Navy.example", "done"],
    ]);
  });

  test("rejects people who are unknown, unverified or deactivated", async () => {
    const winnow = await trusting(engine);
    peer.person = { subject: "9", email: "stranger@else.example", isEmailVerified: true };
    expect((await journey(winnow)).to).toBe("/sign-in?problem=identity_unknown");
    // An address that a lenient comparison would take for an account's name.
    await winnow.ok("POST /api/users", { body: { username: "mary@else.example", role: "owner", password: CHOSEN } });
    peer.person = { subject: "13", email: "ｍary@else.example", isEmailVerified: true };
    expect((await journey(winnow)).to).toBe("/sign-in?problem=identity_unknown");
    const body = { username: "eve@else.example", role: "owner", password: CHOSEN };
    const { id } = await winnow.ok("POST /api/users", { body });
    peer.person = { subject: "10", email: "eve@else.example", isEmailVerified: false };
    expect((await journey(winnow)).to).toBe("/sign-in?problem=email_unverified");
    await winnow.ok("PATCH /api/users/{id}", { id, body: { isActive: false } });
    peer.person = { subject: "10", email: "eve@else.example", isEmailVerified: true };
    const shut = await journey(winnow);
    expect(shut.to).toBe("/sign-in?problem=identity_unknown");
    expect(session(shut)).toBe("");
  });

  test("creates no account for an email that looks like an account's name or hides characters", async () => {
    const winnow = await trusting(engine, "viewer");
    await winnow.ok("POST /api/users", { body: { username: "mary@else.example", role: "owner", password: CHOSEN } });
    for (const email of ["mаry@else.example", "ma\u200bry@else.example", "\u202eyram@else.example"]) {
      peer.person = { subject: `of ${email}`, email, isEmailVerified: true };
      const refused = await journey(winnow);
      expect([email, refused.to]).toEqual([email, "/sign-in?problem=username_refused"]);
      expect(session(refused)).toBe("");
    }
    expect(await winnow.ok("GET /api/users")).toHaveLength(2);
  });

  test("signing in again ends the browser's previous session", async () => {
    const winnow = await trusting(engine, "viewer");
    peer.person = { subject: "14", email: "new@acme.example", isEmailVerified: true };
    const first = session(await journey(winnow));
    const { back, cookies } = await wayBack(winnow);
    const again = await get(winnow, back.pathname + back.search, { ...cookies, winnow_session: first });
    expect(String(again.headers.location)).toBe("/");
    expect((await get(winnow, "/api/rules", { winnow_session: first })).statusCode).toBe(401);
    expect(await winnow.ok("GET /api/sessions", { query: { all: "true" } })).toHaveLength(2);
  });

  test("throttles an address after too many failures, counted together with passwords", async () => {
    const winnow = await trusting(engine, "viewer");
    peer.person = { subject: "12", email: "new@acme.example", isEmailVerified: true };
    const { back, cookies } = await wayBack(winnow);
    const right = back.pathname + back.search;
    back.searchParams.set("state", "a guess at it");
    const wrong = back.pathname + back.search;
    const problemOf = async (path: string, from: string, shown: Record<string, string> = cookies) =>
      String((await get(winnow, path, shown, from)).headers.location).replace("/sign-in?problem=", "");
    const [here, elsewhere] = ["192.0.2.7", "192.0.2.8"];
    const { perAddress } = LIMITS.account.failures;

    // Any page can send a browser here without cookies.
    for (let visit = 0; visit < perAddress + 1; visit += 1)
      expect(await problemOf(right, here, {})).toBe("identity_late");
    for (let guess = 0; guess < perAddress - 1; guess += 1) {
      expect(await problemOf(wrong, here)).toBe("identity_refused");
    }
    // A success is not a failure.
    expect(await problemOf(right, here)).toBe("/");
    const all = await Promise.all(Array.from({ length: 4 }, () => problemOf(wrong, here)));
    expect(all.filter((problem) => problem === "identity_refused")).toHaveLength(1);
    const again = await wayBack(winnow);
    const retry = again.back.pathname + again.back.search;
    expect(await problemOf(retry, here, again.cookies)).toBe("too_many_attempts");
    const withPassword = (remoteAddress: string) =>
      winnow.app.inject({ method: "POST", url: "/api/session", headers, payload: ADA, remoteAddress });
    expect((await withPassword(here)).statusCode).toBe(429);
    expect((await withPassword(elsewhere)).statusCode).toBe(200);
    expect(await problemOf(retry, elsewhere, again.cookies)).toBe("/");
  });

  test("a provider that dies midway doesn't count as a failure", async () => {
    const shared = peer;
    peer = await startOidcPeer(CALLBACK);
    onTestFinished(() => void (peer = shared));
    const winnow = await trusting(engine);
    const { back, cookies } = await wayBack(winnow);
    await peer.close();
    const { perAddress } = LIMITS.account.failures;
    for (let visit = 0; visit < perAddress + 1; visit += 1) {
      const answer = await get(winnow, back.pathname + back.search, cookies);
      expect(answer.headers.location).toBe("/sign-in?problem=identity_provider_failed");
    }
    await winnow.ok("POST /api/session", { body: ADA });
  });

  test("creates an account on first sign-in where the operator sets a role", async () => {
    const winnow = await trusting(engine, "viewer");
    peer.person = { subject: "11", email: "new@acme.example", isEmailVerified: true };
    expect((await journey(winnow)).to).toBe("/leads?status=all");
    expect(await winnow.ok("GET /api/users")).toMatchObject([{}, { username: "new@acme.example", role: "viewer" }]);
  });
});

describe("rejects what doesn't match", () => {
  beforeEach(() => {
    peer.person = { subject: "1", email: "ada", isEmailVerified: true };
  });

  test("the nonce of another sign-in", async () => {
    const winnow = await trusting("sqlite");
    expect((await journey(winnow)).to).toBe("/leads?status=all");
    peer.tamper = (query) => query.set("nonce", "another");
    expect((await journey(winnow)).to).toBe("/sign-in?problem=identity_refused");
  });

  test("a challenge that this server didn't create", async () => {
    const winnow = await trusting("sqlite");
    peer.tamper = (query) => query.set("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    expect((await journey(winnow)).to).toBe("/sign-in?problem=identity_refused");
  });

  test.each([
    ["another state", (query: URLSearchParams) => query.set("state", "another")],
    ["no state", (query: URLSearchParams) => query.delete("state")],
    ["another issuer (RFC 9207)", (query: URLSearchParams) => query.set("iss", "https://evil.example")],
    ["another code", (query: URLSearchParams) => query.set("code", "another")],
    ["the provider's refusal", (query: URLSearchParams) => query.set("error", "access_denied")],
  ])("%s", async (_, change) => {
    const winnow = await trusting("sqlite");
    const ended = await journey(winnow, "/", change);
    expect(ended.to).toBe("/sign-in?problem=identity_refused");
    expect(session(ended)).toBe("");
  });

  test("a second, late or foreign return", async () => {
    const winnow = await trusting("sqlite");
    const { path, cookies } = await journey(winnow);
    expect((await get(winnow, path, cookies)).headers.location).toBe("/sign-in?problem=identity_refused");
    expect((await get(winnow, path)).headers.location).toBe("/sign-in?problem=identity_late");
    const forged = { winnow_identity: "v1.bm90IHNlYWxlZA" };
    expect((await get(winnow, path, forged)).headers.location).toBe("/sign-in?problem=identity_late");
  });

  test("a provider with another issuer, or one that doesn't answer", async () => {
    const winnow = await trusting("sqlite", null, peer.issuer.replace("127.0.0.1", "localhost"));
    const there = await get(winnow, "/api/session/oidc");
    expect(there.headers.location).toBe("/sign-in?problem=identity_provider_failed");
    const nobody = await trusting("sqlite", null, "http://127.0.0.1:1");
    expect((await get(nobody, "/api/session/oidc")).headers.location).toBe("/sign-in?problem=identity_provider_failed");
  });

  describe("where to go afterward", () => {
    let winnow: TestWinnow;
    beforeAll(async () => {
      winnow = await openTrusting("sqlite");
    });
    afterAll(() => winnow.close());

    test.each([
      ["/\u0001x", "/%01x"],
      ["/leads?q=€#ü", "/leads?q=%E2%82%AC#%C3%BC"],
      ["/a/../..//evil.example", "/"],
      ["/.//evil.example", "/"],
      [`/${"€".repeat(500)}`, "/"],
    ])("a return path that no header can hold, %#", async (next, to) => {
      expect((await journey(winnow, next)).to).toBe(to);
    });

    test.each(["https://evil.example/", "//evil.example", String.raw`/\evil.example`, "javascript:alert(1)", "/\tx"])(
      "a redirect to %s",
      async (next) => {
        expect((await journey(winnow, next)).to).toBe("/");
      },
    );
  });
});
