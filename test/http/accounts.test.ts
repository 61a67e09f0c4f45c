import { describe, expect, test } from "vitest";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB, CHOSEN } from "#test/http/account-examples.ts";
import { ENGINES } from "#test/stores.ts";

async function idOf(winnow: TestWinnow, name: string): Promise<string> {
  return (await winnow.ok("GET /api/users")).find(({ username }) => username === name)?.id ?? "";
}

/** Who may manage and can sign in. */
async function owners(winnow: TestWinnow): Promise<number> {
  const all = await winnow.workspace.store.accounts.list();
  return all.filter(({ role, isActive, passwordHash }) => role === "owner" && isActive && passwordHash !== null).length;
}

describe.each(ENGINES)("accounts on %s", (engine) => {
  async function teamWinnow(bobsRole: "owner" | "member" = "member"): Promise<TestWinnow> {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    await winnow.ok("POST /api/users", { body: { ...BOB, role: bobsRole } });
    return winnow;
  }

  test("while nobody has one, nobody is added beside the first owner", async () => {
    const winnow = await freshWinnow(engine);
    const answer = await winnow.call("POST /api/users", { body: { ...BOB, role: "owner" } });
    expect(answer.json()).toMatchObject({ type: "urn:winnow:problem:no_account", status: 409 });
    expect(await winnow.ok("GET /api/session")).toMatchObject({ state: "open" });
  });

  test("a name belongs to one, however it is written", async () => {
    const winnow = await teamWinnow();
    for (const username of ["bob", "BOB", " Bob ", "ＢＯＢ"]) {
      const answer = await winnow.call("POST /api/users", { body: { username, role: "viewer" } });
      expect(answer.json()).toMatchObject({ status: 409, errors: [{ field: "username" }] });
    }
    const both = await Promise.all(
      ["Cy", "cy"].map((username) => winnow.call("POST /api/users", { body: { username, role: "viewer" } })),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test.each(["demoted", "shut", "deleted", "sent a link"])("the last owner cannot be %s", async (what) => {
    const winnow = await teamWinnow();
    const id = await idOf(winnow, "Ada");
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const answer =
      what === "demoted"
        ? await winnow.call("PATCH /api/users/{id}", { id, body: { role: "member" } })
        : what === "shut"
          ? await winnow.call("PATCH /api/users/{id}", { id, body: { isActive: false } })
          : what === "deleted"
            ? await winnow.call("DELETE /api/users/{id}", { id })
            : await winnow.call("POST /api/users/{id}/invitation", { id });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().type).toMatch(/last_owner|own_account/u);
    expect(await winnow.ok("GET /api/session")).toMatchObject({ state: "signed-in", role: "owner" });
  });

  test("an owner who was only invited does not count as one", async () => {
    const winnow = await teamWinnow();
    await winnow.ok("POST /api/users", { body: { username: "Cy", role: "owner" } });
    const id = await idOf(winnow, "Ada");
    const answer = await winnow.call("PATCH /api/users/{id}", { id, body: { role: "member" } });
    expect(answer.json()).toMatchObject({ type: "urn:winnow:problem:last_owner" });
  });

  test("of two owners who send each other away at once, one stays", async () => {
    for (const act of ["PATCH /api/users/{id}", "DELETE /api/users/{id}", "POST /api/users/{id}/invitation"] as const) {
      const winnow = await teamWinnow("owner");
      const bob = winnow.browser();
      await bob.ok("POST /api/session", { body: BOB });
      const body = act.startsWith("PATCH") ? { body: { role: "viewer" } } : {};
      const [ada, bobs] = [await idOf(winnow, "Ada"), await idOf(winnow, "Bob")];
      const answers = await Promise.all([
        winnow.call(act, { id: bobs, ...body }),
        bob.call(act, { id: ada, ...body }),
        winnow.call(act, { id: bobs, ...body }),
        bob.call(act, { id: ada, ...body }),
      ]);
      expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true);
      expect(await owners(winnow)).toBe(1);
    }
  });

  test("another role ends the sessions of before; one's own goes on under another secret", async () => {
    const winnow = await teamWinnow("owner");
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const id = await idOf(winnow, "Bob");
    await winnow.ok("PATCH /api/users/{id}", { id, body: { role: "member" } });
    expect(await bob.ok("GET /api/session")).toMatchObject({ state: "signed-out" });
    await bob.ok("POST /api/session", { body: BOB });
    expect(await bob.ok("GET /api/session")).toMatchObject({ role: "member" });
    expect((await bob.call("GET /api/users")).statusCode).toBe(403);
    // The same role again is no change.
    await winnow.ok("PATCH /api/users/{id}", { id, body: { role: "member" } });
    expect(await bob.ok("GET /api/session")).toMatchObject({ state: "signed-in" });

    await winnow.ok("PATCH /api/users/{id}", { id, body: { role: "owner" } });
    const own = await idOf(winnow, "Ada");
    const demoted = await winnow.call("PATCH /api/users/{id}", { id: own, body: { role: "viewer" } });
    expect(demoted.cookies).toHaveLength(1);
    expect(await winnow.ok("GET /api/session")).toMatchObject({ state: "signed-in", role: "viewer" });
  });

  test("who is shut or deleted is out at once, and what was done keeps the name", async () => {
    const winnow = await teamWinnow();
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    await bob.ok("POST /api/rules", { body: { name: "Fair", keywords: ["fair"] } });
    const id = await idOf(winnow, "Bob");
    await winnow.ok("PATCH /api/users/{id}", { id, body: { isActive: false } });
    expect((await bob.call("GET /api/leads")).statusCode).toBe(401);
    expect((await bob.call("POST /api/session", { body: BOB })).statusCode).toBe(401);
    const refused = await winnow.call("POST /api/users/{id}/invitation", { id });
    expect(refused.json()).toMatchObject({ type: "urn:winnow:problem:account_shut" });
    await winnow.ok("PATCH /api/users/{id}", { id, body: { isActive: true } });
    await bob.ok("POST /api/session", { body: BOB });
    await winnow.ok("DELETE /api/users/{id}", { id });
    expect((await bob.call("GET /api/leads")).statusCode).toBe(401);
    const { acts } = await winnow.ok("GET /api/journal", { query: { limit: 10 } });
    expect(acts.map(({ by }) => by)).toEqual(["Bob"]);
  });

  test("owners see and delete the tokens of everybody, others their own alone", async () => {
    const winnow = await teamWinnow();
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const bobs = await bob.ok("POST /api/tokens", { body: { name: "Sync", scopes: ["read"], password: BOB.password } });
    const adas = await winnow.ok("POST /api/tokens", {
      body: { name: "Export", scopes: ["read"], password: ADA.password },
    });
    const statusOf = async (token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await winnow.browser().call("GET /api/rules", { headers })).statusCode;
    };
    expect(await bob.ok("GET /api/tokens")).toMatchObject([{ id: bobs.id, username: "Bob" }]);
    expect(await winnow.ok("GET /api/tokens")).toMatchObject([{ id: adas.id, username: "Ada" }]);
    expect((await bob.call("GET /api/tokens", { query: { all: "true" } })).statusCode).toBe(403);
    expect((await bob.call("DELETE /api/tokens/{id}", { id: adas.id })).statusCode).toBe(404);
    expect(await statusOf(adas.token)).toBe(200);

    const all = await winnow.ok("GET /api/tokens", { query: { all: "true" } });
    expect(all.map(({ id, username, name }) => [id, username, name])).toEqual([
      [adas.id, "Ada", "Export"],
      [bobs.id, "Bob", "Sync"],
    ]);
    expect(JSON.stringify(all)).not.toContain(bobs.token);
    // Its name stays its owner's.
    expect((await winnow.call("PATCH /api/tokens/{id}", { id: bobs.id, body: { name: "Mine" } })).statusCode).toBe(404);
    await winnow.ok("DELETE /api/tokens/{id}", { id: bobs.id });
    expect([await statusOf(bobs.token), await statusOf(adas.token)]).toEqual([401, 200]);
    expect(await bob.ok("GET /api/tokens")).toEqual([]);
    const { entries } = await winnow.ok("GET /api/audit", { query: { action: "tokens.delete" } });
    expect(entries).toMatchObject([
      { by: "Ada", subject: bobs.id, outcome: "done" },
      { by: "Bob", subject: adas.id, outcome: "refused" },
    ]);
  });

  test("a token is made by whoever knows the password, for a browser may be left unwatched", async () => {
    const winnow = await teamWinnow();
    const token = { name: "Export", scopes: ["read"] };
    for (const password of [undefined, "", "a guess at it", BOB.password]) {
      const answer = await winnow.call("POST /api/tokens", { body: { ...token, password } });
      expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ field: "password" }]]);
    }
    expect(await winnow.ok("GET /api/tokens")).toEqual([]);
    await winnow.ok("POST /api/tokens", { body: { ...token, password: ADA.password } });
    // Who signs in with the identity provider has none.
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    await winnow.workspace.store.accounts.update(await idOf(winnow, "Bob"), { passwordHash: null });
    await bob.ok("POST /api/tokens", { body: token });
  });

  test("no token is made by an account that is reset meanwhile", async () => {
    const winnow = await teamWinnow();
    const { tokens } = winnow.workspace.store;
    const userId = await idOf(winnow, "Bob");
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const [{ id: sessionId } = { id: "" }] = await bob.ok("GET /api/sessions");
    const token = { secretHash: "x", userId, name: "Sync", scopes: [], prefix: "", createdAt: "", expiresAt: null };
    await winnow.ok("POST /api/users/{id}/invitation", { id: userId });
    await expect(tokens.create(token, sessionId)).rejects.toMatchObject({ id: "account_changed" });
    expect(await tokens.list(userId)).toEqual([]);
  });

  test("a token that manages makes nobody an owner, invites nobody, and ends with its deletion", async () => {
    const winnow = await teamWinnow();
    const { id, token } = await winnow.ok("POST /api/tokens", {
      body: { name: "Set-up", scopes: ["manage"], password: ADA.password },
    });
    const program = winnow.browser();
    const headers = { authorization: `Bearer ${token}` };
    const bobs = await idOf(winnow, "Bob");
    const before = await winnow.ok("GET /api/users");
    const refused = [
      await program.call("POST /api/users", { headers, body: { username: "Eve", role: "owner", password: CHOSEN } }),
      await program.call("POST /api/users", { headers, body: { username: "Eve", role: "owner" } }),
      await program.call("PATCH /api/users/{id}", { headers, id: bobs, body: { role: "owner" } }),
      await program.call("POST /api/users/{id}/invitation", { headers, id: bobs }),
      await program.call("DELETE /api/users/{id}", { headers, id: bobs }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    expect(await winnow.ok("GET /api/users")).toEqual(before);
    expect((await program.call("GET /api/form-hook", { headers })).statusCode).toBe(200);
    await winnow.ok("DELETE /api/tokens/{id}", { id });
    expect((await program.call("GET /api/form-hook", { headers })).statusCode).toBe(401);
  });

  test("a new link takes the old password, second factor, sessions, tokens and provider's identity away", async () => {
    const winnow = await teamWinnow();
    const { accounts } = winnow.workspace.store;
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const id = await idOf(winnow, "Bob");
    await accounts.update(id, { identitySubject: "https://id.example 7" });
    const { token } = await bob.ok("POST /api/tokens", {
      body: { name: "Sync", scopes: ["read"], password: BOB.password },
    });
    const adas = await winnow.ok("POST /api/tokens", {
      body: { name: "Sync", scopes: ["read"], password: ADA.password },
    });
    const program = winnow.browser();
    const headers = { authorization: `Bearer ${token}` };
    expect((await program.call("GET /api/rules", { headers })).statusCode).toBe(200);
    const { invitation } = await winnow.ok("POST /api/users/{id}/invitation", { id });
    expect((await bob.call("GET /api/leads")).statusCode).toBe(401);
    expect((await bob.call("POST /api/session", { body: BOB })).statusCode).toBe(401);
    expect((await program.call("GET /api/rules", { headers })).statusCode).toBe(401);
    expect(await accounts.byIdentity("https://id.example 7")).toBeNull();
    expect(await winnow.ok("GET /api/tokens", { query: { all: "true" } })).toMatchObject([{ id: adas.id }]);
    const body = { token: invitation?.split("#")[1], password: CHOSEN };
    expect(await bob.ok("POST /api/session/invitation", { body })).toMatchObject({
      state: "signed-in",
      role: "member",
    });
  });
});
