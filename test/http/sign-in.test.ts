import type { LightMyRequestResponse } from "fastify";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { DAY } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { forgetExpiredSessions } from "#server/features/accounts/audit.ts";
import { freshWinnow, type Browser, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB, CHOSEN, codeOf, secretOf } from "#test/http/account-examples.ts";
import { migratedPostgres, oneEngine } from "#test/stores.ts";

const { failures, sessionDays, sessionIdleDays } = LIMITS.account;

/** A Winnow whose owner Ada is signed in in its first browser, and whose member is Bob. */
async function teamWinnow(...options: Parameters<typeof freshWinnow>): Promise<TestWinnow> {
  const winnow = await freshWinnow(...options);
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  await winnow.ok("POST /api/users", { body: { ...BOB, role: "member" } });
  return winnow;
}

async function stateOf(browser: Browser): Promise<string> {
  return (await browser.ok("GET /api/session")).state;
}

/**
 * Opens an event stream as the browser that this response signed in; `ended` is its content, once the server ends it.
 */
async function openStream(winnow: TestWinnow, signIn: LightMyRequestResponse): Promise<{ ended: Promise<string> }> {
  const url = await winnow.app.listen({ host: "127.0.0.1", port: 0 });
  const cookie = `winnow_session=${signIn.cookies[0]?.value}`;
  const stream = await fetch(`${url}/api/events`, { headers: { cookie } });
  expect(stream.status).toBe(200);
  return { ended: stream.text() };
}

/** How many password hashes are computed from here on. */
function countHashes(): () => number {
  const spy = vi.spyOn(crypto, "argon2");
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return () => spy.mock.calls.length;
}

describe.each(oneEngine("sqlite"))("signing in on %s", (engine) => {
  test("without accounts the person at the machine is the owner", async () => {
    const winnow = await freshWinnow(engine);
    expect(await winnow.ok("GET /api/session")).toMatchObject({ state: "open", role: "owner", user: null });
    expect((await winnow.call("GET /api/rules")).statusCode).toBe(200);
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    expect(await winnow.ok("GET /api/session")).toMatchObject({ state: "signed-in", user: { username: "Ada" } });
    expect((await winnow.call("GET /api/rules")).statusCode).toBe(200);

    await winnow.ok("DELETE /api/session");
    expect(await winnow.ok("GET /api/session")).toMatchObject({ state: "signed-out", role: null, user: null });
    const refused = await winnow.call("GET /api/rules");
    expect(refused.statusCode).toBe(401);
    expect(refused.headers["www-authenticate"]).toContain("Bearer");
    expect(refused.json()).toMatchObject({
      type: "urn:winnow:problem:sign_in_needed",
      detail: "Sign in to continue.",
    });

    await winnow.ok("POST /api/session", { body: { ...ADA, username: " aDA " } });
    expect((await winnow.call("GET /api/rules")).statusCode).toBe(200);
  });

  test("requests that look like a reverse proxy's aren't local", async () => {
    const winnow = await freshWinnow(engine);
    const url = new URL(await winnow.app.listen({ host: "127.0.0.1", port: 0 }));
    const statusOf = async (version: string): Promise<string | undefined> => {
      const socket = connect(Number(url.port), url.hostname);
      socket.write(`GET /api/rules HTTP/${version}\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split(" ")[1];
    };
    expect([await statusOf("1.1"), await statusOf("1.0")]).toEqual(["200", "401"]);
  });

  test("only one of two concurrent first owners is created, only by the person at the machine", async () => {
    const winnow = await freshWinnow(engine);
    for (const header of ["x-forwarded-for", "forwarded", "x-forwarded-proto", "via", "x-real-ip"]) {
      const headers = { [header]: "203.0.113.7" };
      expect((await winnow.call("GET /api/rules", { headers })).statusCode).toBe(401);
      expect((await winnow.call("POST /api/session/first-owner", { body: ADA, headers })).statusCode).toBe(403);
    }
    const elsewhere = await winnow.app.inject({ url: "/api/rules", remoteAddress: "192.168.1.9" });
    expect(elsewhere.statusCode).toBe(401);
    const [one, two] = [winnow.browser(), winnow.browser()];
    const codes = await Promise.all([
      one.call("POST /api/session/first-owner", { body: ADA }),
      two.call("POST /api/session/first-owner", { body: BOB }),
    ]);
    expect(codes.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await winnow.workspace.store.accounts.list()).toHaveLength(1);
  });

  test("neither the response nor its timing reveals which names exist", async () => {
    const winnow = await teamWinnow(engine);
    const shut = await winnow.ok("POST /api/users", { body: { username: "Eve", role: "viewer", password: CHOSEN } });
    await winnow.ok("PATCH /api/users/{id}", { id: shut.id, body: { isActive: false } });
    await winnow.ok("POST /api/users", { body: { username: "Cy", role: "viewer" } });
    const hashes = countHashes();
    const answers = [];
    for (const [username, password] of [
      ["Ada", "not the password of Ada"],
      ["Nobody", "not the password of Ada"],
      ["Eve", CHOSEN],
      ["Eve", "not the password of Eve"],
      ["Cy", "who was only invited"],
      ["", ""],
    ]) {
      const before = hashes();
      const answer = await winnow.browser().call("POST /api/session", { body: { username, password } });
      const { instance: _, ...problem } = answer.json();
      answers.push({ problem, work: hashes() - before, cookies: answer.cookies });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect(answers[0]).toMatchObject({ work: 1, cookies: [], problem: { status: 401 } });
  });

  test("a refusal mentions a code only if one was sent, whether or not the name exists", async () => {
    const winnow = await teamWinnow(engine);
    const refusal = async (body: object): Promise<string> =>
      (await winnow.browser().call("POST /api/session", { body: { password: "not it at all", ...body } })).json()
        .detail;
    for (const username of ["Ada", "Nobody"]) {
      expect(await refusal({ username })).toMatch(/^Wrong username or password.* ask an owner/u);
      expect(await refusal({ username, code: "123456" })).toMatch(/^Wrong code.* recovery code/u);
    }
  });

  test("throttles a name after too many failures, whether it exists or not, and keeps open sessions", async () => {
    let now = new Date("2026-05-04T09:00:00Z");
    const winnow = await teamWinnow(engine, { clock: () => now });
    const statuses = async (username: string, password: string): Promise<number> =>
      (await winnow.browser().call("POST /api/session", { body: { username, password } })).statusCode;
    for (const username of ["ada", "Nobody"]) {
      const tries = await Promise.all(
        Array.from({ length: failures.perName + 3 }, () => statuses(username, "a wrong password")),
      );
      expect(tries.filter((status) => status === 401)).toHaveLength(failures.perName);
      expect(tries.filter((status) => status === 429)).toHaveLength(3);
    }
    now = new Date(now.getTime() + 60_000);
    const locked = await winnow.browser().call("POST /api/session", { body: ADA });
    expect(locked.statusCode).toBe(429);
    expect(locked.headers["retry-after"]).toBe(String((failures.minutes - 1) * 60));
    expect(await stateOf(winnow)).toBe("signed-in");
    now = new Date(now.getTime() + failures.minutes * 60_000);
    expect(await statuses("Ada", ADA.password)).toBe(200);
    // Failures from while the clock was ahead don't count until it gets there again.
    expect(await statuses("Nobody", "a wrong password")).toBe(401);
    for (let count = 0; count < failures.perName; count += 1) await statuses("Nobody", "a wrong password");
    expect(await statuses("Nobody", "a wrong password")).toBe(429);
    now = new Date(now.getTime() - DAY);
    expect(await statuses("Nobody", "a wrong password")).toBe(401);
  });

  test("guessing at a name blocks nobody who is signed in or uses a known browser", async () => {
    let now = new Date("2026-05-04T09:00:00Z");
    const winnow = await teamWinnow(engine, { clock: () => now });
    const bobs = winnow.browser();
    await bobs.ok("POST /api/session", { body: BOB });
    const statusIn = async (browser: Browser, password = ADA.password, headers = {}): Promise<number> =>
      (await browser.call("POST /api/session", { body: { ...ADA, password }, headers })).statusCode;
    const lock = async (): Promise<void> => {
      for (let guess = 0; guess < failures.perName; guess += 1) await statusIn(winnow.browser(), "a wrong password");
      expect(await statusIn(winnow.browser())).toBe(429);
    };
    await lock();
    const change = { currentPassword: ADA.password, newPassword: CHOSEN };
    await winnow.ok("POST /api/session/password", { body: change });
    const back = { currentPassword: CHOSEN, newPassword: ADA.password };
    await winnow.ok("POST /api/session/password", { body: back });
    await winnow.ok("POST /api/session/second-factor/remove", { body: { password: ADA.password } });
    await winnow.ok("DELETE /api/session");
    expect(await statusIn(winnow)).toBe(200);
    // A success there doesn't reset the guesses.
    expect(await statusIn(winnow.browser())).toBe(429);

    // Not a browser in which someone else was before, nor one that only claims it.
    expect(await statusIn(bobs)).toBe(429);
    const cookie = `winnow_browser=one.${now.getTime() + DAY}.${"A".repeat(43)}`;
    expect(await statusIn(winnow.browser(), ADA.password, { cookie })).toBe(429);
    now = new Date(now.getTime() + (sessionDays + 1) * DAY);
    await lock();
    expect(await statusIn(winnow)).toBe(429);
  });

  test("guesses in a session or a known browser are throttled separately", async () => {
    const winnow = await teamWinnow(engine);
    const other = winnow.browser();
    await other.ok("POST /api/session", { body: ADA });
    const change = async (browser: Browser, currentPassword: string): Promise<number> =>
      (await browser.call("POST /api/session/password", { body: { currentPassword, newPassword: CHOSEN } })).statusCode;
    const times = Array.from({ length: failures.perName });
    for (const _ of times) expect(await change(winnow, "a wrong password")).toBe(422);
    expect(await change(winnow, ADA.password)).toBe(429);
    const signIn = async (browser: Browser, password: string): Promise<number> =>
      (await browser.call("POST /api/session", { body: { ...ADA, password } })).statusCode;
    for (const _ of times) expect(await signIn(winnow, "a wrong password")).toBe(401);
    expect(await signIn(winnow, ADA.password)).toBe(429);
    expect(await signIn(winnow.browser(), ADA.password)).toBe(200);
    expect(await change(other, ADA.password)).toBe(204);
  });

  test("throttles an address after too many failures under any names", async () => {
    const winnow = await teamWinnow(engine);
    const from = (remoteAddress: string, username: string) =>
      winnow.app.inject({
        method: "POST",
        url: "/api/session",
        remoteAddress,
        headers: { "x-forwarded-for": "198.51.100.1" },
        payload: { username, password: "a guess at it" },
      });
    for (let guess = 0; guess < failures.perAddress; guess += 1) {
      // An IPv6 network counts as one address.
      expect((await from(`2001:db8:1:2::${guess + 1}`, `name ${guess}`)).statusCode).toBe(401);
    }
    expect((await from("2001:db8:1:2:ffff::9", "another")).statusCode).toBe(429);
    expect((await from("2001:db8:1:3::1", "another")).statusCode).toBe(401);
    await winnow.workspace.store.sessions.forget({
      now: "2026",
      idleSince: "2026",
      attemptsBefore: new Date(Date.now() + DAY).toISOString(),
    });
    expect((await from("2001:db8:1:2::1", "another")).statusCode).toBe(401);
  });

  test("each sign-in creates a new secret, and a planted one gives no access", async () => {
    const winnow = await teamWinnow(engine);
    const secrets = new Set<string>();
    for (const planted of ["", "a".repeat(43), "winnow"]) {
      const answer = await winnow.app.inject({
        method: "POST",
        url: "/api/session",
        cookies: { winnow_session: planted },
        payload: ADA,
      });
      const [cookie] = answer.cookies;
      expect(cookie).toMatchObject({ name: "winnow_session", httpOnly: true, sameSite: "Lax", path: "/" });
      expect(cookie?.value).toMatch(/^[\w-]{43}$/u);
      expect(cookie?.secure).toBeUndefined();
      secrets.add(cookie?.value ?? "");
      const withPlanted = await winnow.app.inject({ url: "/api/rules", cookies: { winnow_session: planted } });
      expect(withPlanted.statusCode).toBe(401);
    }
    expect(secrets).toHaveLength(3);
    const kept = JSON.stringify(await winnow.workspace.store.sessions.list(null, { now: "", idleSince: "" }));
    for (const secret of secrets) expect(kept + winnow.logged()).not.toContain(secret);
  });

  test("behind TLS the cookie is bound to this host and TLS, and the plain one is ignored", async () => {
    const winnow = await teamWinnow(engine, { publicUrl: "https://leads.acme.example" });
    const answer = await winnow.browser().call("POST /api/session", { body: ADA });
    const [cookie] = answer.cookies;
    expect(cookie).toMatchObject({ name: "__Host-winnow_session", secure: true, httpOnly: true, path: "/" });
    expect(cookie).not.toHaveProperty("domain");
    const value = cookie?.value ?? "";
    const headers = { host: "leads.acme.example" };
    const call = (name: string) => winnow.app.inject({ url: "/api/rules", headers, cookies: { [name]: value } });
    expect((await call("__Host-winnow_session")).statusCode).toBe(200);
    expect((await call("winnow_session")).statusCode).toBe(401);
  });

  test("rehashes a password with outdated parameters at the next sign-in, and only then", async () => {
    const winnow = await teamWinnow(engine);
    const { accounts } = winnow.workspace.store;
    const hash = async (): Promise<string> => (await accounts.byUsername("ada"))?.passwordHash ?? "";
    const ours = await hash();
    const [salt, passes] = [Buffer.from("sixteen bytes of"), 1];
    const message = Buffer.from(ADA.password);
    const tag = crypto.argon2Sync("argon2id", {
      message,
      nonce: salt,
      tagLength: 32,
      memory: 64,
      passes,
      parallelism: 1,
    });
    const [inSalt, inTag] = [salt, tag].map((bytes) => bytes.toString("base64").replace(/=+$/u, ""));
    const old = `$argon2id$v=19$m=64,t=${passes},p=1$${inSalt}$${inTag}`;
    const ada = (await winnow.ok("GET /api/session")).user?.id ?? "";
    await accounts.update(ada, { passwordHash: old });
    const browser = winnow.browser();
    expect((await browser.call("POST /api/session", { body: { ...ADA, password: "not this one" } })).statusCode).toBe(
      401,
    );
    expect(await hash()).toBe(old);
    await browser.ok("POST /api/session", { body: ADA });
    const renewed = await hash();
    expect(renewed.split("$").slice(0, 4)).toEqual(ours.split("$").slice(0, 4));
    await browser.ok("POST /api/session", { body: ADA });
    expect(await hash()).toBe(renewed);
  });

  test("a session expires when unused and after its maximum age, and is then deleted", async () => {
    let now = new Date("2026-05-04T09:00:00Z");
    const winnow = await teamWinnow(engine, { clock: () => now });
    const days = (count: number): void => void (now = new Date(now.getTime() + count * DAY));
    days(sessionIdleDays - 1);
    expect(await stateOf(winnow)).toBe("signed-in");
    days(sessionIdleDays + 1);
    expect(await stateOf(winnow)).toBe("signed-out");
    await winnow.ok("POST /api/session", { body: ADA });
    for (let day = 0; day < sessionDays - 1; day += 1) {
      days(1);
      expect(await stateOf(winnow)).toBe("signed-in");
    }
    days(2);
    expect(await stateOf(winnow)).toBe("signed-out");
    expect(await forgetExpiredSessions(winnow.workspace)).toBe(1);
    expect(await forgetExpiredSessions(winnow.workspace)).toBe(0);
  });

  test("a session that is signed out elsewhere loses access, and its event stream ends", async () => {
    const winnow = await teamWinnow(engine);
    const other = winnow.browser();
    const signIn = await other.call("POST /api/session", { body: ADA });
    const { ended } = await openStream(winnow, signIn);
    const sessions = await winnow.ok("GET /api/sessions");
    expect(sessions.map(({ isCurrent }) => isCurrent)).toContain(true);
    const { id } = sessions.find(({ isCurrent }) => !isCurrent)!;
    await winnow.ok("DELETE /api/sessions/{id}", { id });
    expect(await stateOf(other)).toBe("signed-out");
    expect(await ended).toContain("session");
  });

  test("only owners sign another person's browser out", async () => {
    const winnow = await teamWinnow(engine);
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const all = await winnow.ok("GET /api/sessions", { query: { all: "true" } });
    const ofAda = all.find(({ username }) => username === "Ada")!;
    expect((await bob.call("DELETE /api/sessions/{id}", { id: ofAda.id })).statusCode).toBe(404);
    expect((await bob.call("GET /api/sessions", { query: { all: "true" } })).statusCode).toBe(403);
    expect(await bob.ok("GET /api/sessions")).toMatchObject([
      { username: "Bob", isCurrent: true, address: "127.0.0.1" },
    ]);
    await winnow.ok("DELETE /api/sessions/{id}", { id: all.find(({ username }) => username === "Bob")!.id });
    expect(await stateOf(bob)).toBe("signed-out");
  });

  test("setting up a second factor takes the password, in case a browser is left unattended", async () => {
    const winnow = await teamWinnow(engine);
    const begin = (body?: object) => winnow.call("POST /api/session/second-factor", { body });
    for (const body of [undefined, {}, { password: "" }, { password: "a guess at it" }, { password: BOB.password }]) {
      expect([body, (await begin(body)).statusCode]).toEqual([body, 422]);
    }
    const ada = await winnow.workspace.store.accounts.byUsername("ada");
    expect(ada).toMatchObject({ sealedNewSecondFactor: null });
    expect((await begin({ password: ADA.password })).statusCode).toBe(201);
    // People who sign in with the identity provider have their second factor there.
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const { id = "" } = (await bob.ok("GET /api/session")).user ?? {};
    await winnow.workspace.store.accounts.update(id, { passwordHash: null });
    const refused = await bob.call("POST /api/session/second-factor", { body: { password: "" } });
    expect(refused.json()).toMatchObject({ type: "urn:winnow:problem:no_password", status: 409 });
    expect(refused.json().detail).toContain("identity provider");
  });

  test("wrong passwords for a second factor count among the session's failures", async () => {
    const winnow = await teamWinnow(engine);
    const begin = async (password: string): Promise<number> =>
      (await winnow.call("POST /api/session/second-factor", { body: { password } })).statusCode;
    for (let guess = 0; guess < failures.perName; guess += 1) expect(await begin("a guess at it")).toBe(422);
    expect(await begin(ADA.password)).toBe(429);
  });

  test("signing in again ends the browser's previous session, anyone's, and no other", async () => {
    const winnow = await teamWinnow(engine);
    const other = winnow.browser();
    await other.ok("POST /api/session", { body: ADA });
    const ids = async (): Promise<string[]> =>
      (await other.ok("GET /api/sessions", { query: { all: "true" } })).map(({ id }) => id);
    expect(await ids()).toHaveLength(2);
    const before = await winnow.call("POST /api/session", { body: ADA });
    expect(await ids()).toHaveLength(2);
    const { ended } = await openStream(winnow, before);
    // A wrong password ends nothing.
    const wrong = await winnow.call("POST /api/session", { body: { ...ADA, password: "a guess at it" } });
    expect(wrong.statusCode).toBe(401);
    expect(await stateOf(winnow)).toBe("signed-in");
    await winnow.ok("POST /api/session", { body: BOB });
    expect(await ids()).toHaveLength(2);
    expect(await ended).toContain("session");
    const planted = { winnow_session: before.cookies[0]?.value ?? "" };
    const refused = await winnow.app.inject({ url: "/api/rules", cookies: planted });
    expect(refused.json()).toMatchObject({ status: 401, detail: "Your session has ended. Sign in and try again." });

    const { invitation } = await other.ok("POST /api/users", { body: { username: "Cy", role: "viewer" } });
    const accepted = { token: secretOf(invitation), password: CHOSEN };
    await winnow.ok("POST /api/session/invitation", { body: accepted });
    expect(await ids()).toHaveLength(2);
    expect(await winnow.ok("GET /api/session")).toMatchObject({ user: { username: "Cy" } });
    expect(await stateOf(other)).toBe("signed-in");
  });

  test("asks for a second factor only after the right password, and accepts each code once", async () => {
    let now = new Date("2026-05-04T09:00:00Z");
    const winnow = await teamWinnow(engine, { clock: () => now });
    const { secret, uri } = await winnow.ok("POST /api/session/second-factor", { body: { password: ADA.password } });
    expect(uri).toContain(`secret=${secret}`);
    const wrong = await winnow.call("POST /api/session/second-factor/confirm", { body: { code: "000000" } });
    expect(wrong.statusCode).toBe(422);
    expect((await winnow.ok("GET /api/session")).user).toMatchObject({ hasSecondFactor: false });
    const body = { code: codeOf(secret, now) };
    const { recoveryCodes } = await winnow.ok("POST /api/session/second-factor/confirm", { body });
    expect(new Set(recoveryCodes)).toHaveLength(LIMITS.account.recoveryCodes);

    const problem = async (given: object): Promise<string> => {
      const answer = await winnow.browser().call("POST /api/session", { body: { ...ADA, ...given } });
      return answer.statusCode === 200 ? "in" : String(answer.json().type).replace("urn:winnow:problem:", "");
    };
    expect(await problem({})).toBe("code_needed");
    expect(await problem({ password: "a wrong password" })).toBe("sign_in_failed");
    // The code that confirmed it is used up.
    expect(await problem(body)).toBe("sign_in_failed");
    now = new Date(now.getTime() + 60_000);
    const next = { code: codeOf(secret, now) };
    const both = await Promise.all([problem(next), problem(next)]);
    expect(both.toSorted()).toEqual(["in", "sign_in_failed"]);
    // One step ahead is a clock that is off; a code from before the last one is a replay.
    expect(await problem({ code: codeOf(secret, new Date(now.getTime() + 30_000)) })).toBe("in");
    expect(await problem({ code: codeOf(secret, now) })).toBe("sign_in_failed");
    expect(await problem({ code: codeOf(secret, new Date(now.getTime() + 90_000)) })).toBe("sign_in_failed");
    expect(await problem({ code: recoveryCodes[0]?.toLowerCase() })).toBe("in");
    expect(await problem({ code: recoveryCodes[0] })).toBe("sign_in_failed");

    const refused = await winnow.call("POST /api/session/second-factor/remove", {
      body: { password: "a guess at it" },
    });
    expect(refused.statusCode).toBe(422);
    await winnow.ok("POST /api/session/second-factor/remove", { body: { password: ADA.password } });
    expect(await problem({})).toBe("in");
  });

  test("a second factor confirmed twice at once is enabled once, with one set of recovery codes", async () => {
    let now = new Date("2026-05-04T09:00:00Z");
    const winnow = await teamWinnow(engine, { clock: () => now });
    const { secret } = await winnow.ok("POST /api/session/second-factor", { body: { password: ADA.password } });
    const confirm = () =>
      winnow.call("POST /api/session/second-factor/confirm", { body: { code: codeOf(secret, now) } });
    const answers = await Promise.all([confirm(), confirm()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const again = await winnow.call("POST /api/session/second-factor", { body: { password: ADA.password } });
    expect(again.json()).toMatchObject({ type: "urn:winnow:problem:second_factor_on" });
    const { recoveryCodes } = answers.find(({ statusCode }) => statusCode === 200)!.json<{ recoveryCodes: string[] }>();
    now = new Date(now.getTime() + 60_000);
    for (const code of recoveryCodes.slice(0, 2)) {
      await winnow.browser().ok("POST /api/session", { body: { ...ADA, code } });
    }
  });

  test("a new password signs every other browser out and renews this one's secret", async () => {
    const winnow = await teamWinnow(engine);
    const other = winnow.browser();
    await other.ok("POST /api/session", { body: ADA });
    const before = await winnow.call("POST /api/session", { body: ADA });
    for (const newPassword of ["short", ADA.username, "passwordpassword", "abcabcabcabc", "123456789012"]) {
      const body = { currentPassword: ADA.password, newPassword };
      expect((await winnow.call("POST /api/session/password", { body })).statusCode).toBe(422);
    }
    const guess = { currentPassword: "a guess at it", newPassword: CHOSEN };
    expect((await winnow.call("POST /api/session/password", { body: guess })).json()).toMatchObject({
      errors: [{ field: "currentPassword" }],
    });
    const body = { currentPassword: ADA.password, newPassword: CHOSEN };
    const changed = await winnow.call("POST /api/session/password", { body });
    expect(changed.statusCode).toBe(204);
    expect(changed.cookies[0]?.value).not.toBe(before.cookies[0]?.value);
    expect(await stateOf(winnow)).toBe("signed-in");
    expect(await stateOf(other)).toBe("signed-out");
    const old = { winnow_session: before.cookies[0]?.value ?? "" };
    expect((await winnow.app.inject({ url: "/api/rules", cookies: old })).statusCode).toBe(401);
    expect((await other.call("POST /api/session", { body: ADA })).statusCode).toBe(401);
    await other.ok("POST /api/session", { body: { ...ADA, password: CHOSEN } });
  });

  test("a new password keeps the API tokens unless asked to delete them", async () => {
    const winnow = await teamWinnow(engine);
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    await bob.ok("POST /api/tokens", { body: { name: "Sync", scopes: ["read"], password: BOB.password } });
    await winnow.ok("POST /api/tokens", { body: { name: "Export", scopes: ["read"], password: ADA.password } });
    const change = { currentPassword: ADA.password, newPassword: CHOSEN };
    await winnow.ok("POST /api/session/password", { body: change });
    expect(await winnow.ok("GET /api/tokens")).toHaveLength(1);
    const back = { currentPassword: CHOSEN, newPassword: ADA.password, deleteTokens: true };
    await winnow.ok("POST /api/session/password", { body: back });
    expect(await winnow.ok("GET /api/tokens", { query: { all: "true" } })).toMatchObject([{ username: "Bob" }]);
  });

  test("a page of another site can't sign anyone in or out", async () => {
    const winnow = await teamWinnow(engine);
    const headers = { host: "localhost:3000", origin: "https://evil.example" };
    expect((await winnow.call("POST /api/session", { body: BOB, headers })).statusCode).toBe(403);
    expect((await winnow.call("DELETE /api/session", { headers })).statusCode).toBe(403);
    expect(await winnow.ok("GET /api/session")).toMatchObject({ user: { username: "Ada" } });
  });

  test("an invitation works once and in time, and is never stored or logged in clear", async () => {
    let now = new Date("2026-05-04T09:00:00Z");
    const winnow = await teamWinnow(engine, { clock: () => now });
    const invited = await winnow.ok("POST /api/users", { body: { username: "Cy", role: "viewer" } });
    const token = secretOf(invited.invitation);
    expect(JSON.stringify(await winnow.workspace.store.accounts.list()) + winnow.logged()).not.toContain(token);
    const accept = (given: string, password = CHOSEN) =>
      winnow.browser().call("POST /api/session/invitation", { body: { token: given, password } });
    expect((await accept("wrong")).statusCode).toBe(410);
    expect((await accept(token, "cy")).statusCode).toBe(422);
    const both = await Promise.all([accept(token), accept(token)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410]);

    const again = await winnow.ok("POST /api/users/{id}/invitation", { id: invited.id });
    const cy = winnow.browser();
    expect((await cy.call("POST /api/session", { body: { username: "Cy", password: CHOSEN } })).statusCode).toBe(401);
    now = new Date(now.getTime() + (LIMITS.account.invitationDays + 0.1) * DAY);
    expect((await accept(secretOf(again.invitation))).statusCode).toBe(410);
  });
});

test("two processes on one database share attempts and session ends", async () => {
  const databaseUrl = await migratedPostgres();
  const one = await teamWinnow("postgres", { databaseUrl });
  const two = await freshWinnow("postgres", { databaseUrl });
  const bob = two.browser();
  const { ended } = await openStream(two, await bob.call("POST /api/session", { body: BOB }));
  const tries = await Promise.all(
    Array.from({ length: failures.perName * 2 }, (_, index) =>
      (index % 2 === 0 ? one : two)
        .browser()
        .call("POST /api/session", { body: { ...BOB, password: "a guess at it" } }),
    ),
  );
  expect(tries.filter(({ statusCode }) => statusCode === 401)).toHaveLength(failures.perName);
  const [{ id } = { id: "" }] = (await one.ok("GET /api/users")).filter(({ username }) => username === "Bob");
  await one.ok("PATCH /api/users/{id}", { id, body: { isActive: false } });
  await expect.poll(() => stateOf(bob)).toBe("signed-out");
  expect(await ended).toContain("session");
});
