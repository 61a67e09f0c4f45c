import { describe, expect, test } from "vitest";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA, BOB, CHOSEN } from "#test/http/account-examples.ts";
import { oneEngine } from "#test/stores.ts";

async function idOf(winnow: TestWinnow, name: string): Promise<string> {
  return (await winnow.ok("GET /api/users")).find(({ username }) => username === name)?.id ?? "";
}

/** How many owners can sign in. */
async function owners(winnow: TestWinnow): Promise<number> {
  const all = await winnow.workspace.store.accounts.list();
  return all.filter(({ role, isActive, passwordHash }) => role === "owner" && isActive && passwordHash !== null).length;
}

describe.each(oneEngine("sqlite"))("accounts on %s", (engine) => {
  async function teamWinnow(bobsRole: "owner" | "member" = "member"): Promise<TestWinnow> {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    await winnow.ok("POST /api/users", { body: { ...BOB, role: bobsRole } });
    return winnow;
  }

  test("can't add an account before the first owner exists", async () => {
    const winnow = await freshWinnow(engine);
    const answer = await winnow.call("POST /api/users", { body: { ...BOB, role: "owner" } });
    expect(answer.json()).toMatchObject({ type: "urn:winnow:problem:no_account", status: 409 });
    expect(await winnow.ok("GET /api/session")).toMatchObject({ state: "open" });
  });

  test("allows each name once, however it is written", async () => {
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

  test.each(["demoted", "shut", "deleted", "sent a link"])("the last owner can't be %s", async (what) => {
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

  test("an invited owner doesn't count as an owner", async () => {
    const winnow = await teamWinnow();
    await winnow.ok("POST /api/users", { body: { username: "Cy", role: "owner" } });
    const id = await idOf(winnow, "Ada");
    const answer = await winnow.call("PATCH /api/users/{id}", { id, body: { role: "member" } });
    expect(answer.json()).toMatchObject({ type: "urn:winnow:problem:last_owner" });
  });

  test("keeps one owner when two demote each other at once", async () => {
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

  test("a role change ends earlier sessions and renews the current one", async () => {
    const winnow = await teamWinnow("owner");
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const id = await idOf(winnow, "Bob");
    await winnow.ok("PATCH /api/users/{id}", { id, body: { role: "member" } });
    expect(await bob.ok("GET /api/session")).toMatchObject({ state: "signed-out" });
    await bob.ok("POST /api/session", { body: BOB });
    expect(await bob.ok("GET /api/session")).toMatchObject({ role: "member" });
    expect((await bob.call("GET /api/users")).statusCode).toBe(403);
    // Setting the same role again changes nothing.
    await winnow.ok("PATCH /api/users/{id}", { id, body: { role: "member" } });
    expect(await bob.ok("GET /api/session")).toMatchObject({ state: "signed-in" });

    await winnow.ok("PATCH /api/users/{id}", { id, body: { role: "owner" } });
    const own = await idOf(winnow, "Ada");
    const demoted = await winnow.call("PATCH /api/users/{id}", { id: own, body: { role: "viewer" } });
    expect(demoted.cookies).toHaveLength(1);
    expect(await winnow.ok("GET /api/session")).toMatchObject({ state: "signed-in", role: "viewer" });
  });

  test("deactivating or deleting an account signs it out at once and keeps its name in the history", async () => {
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

  test("API tokens of a deactivated account stay revoked after it is reactivated", async () => {
    const winnow = await teamWinnow();
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const { id: tokenId, token } = await bob.ok("POST /api/tokens", {
      body: { name: "Sync", scopes: ["read"], password: BOB.password },
    });
    const headers = { authorization: `Bearer ${token}` };
    const status = async (): Promise<number> => (await winnow.browser().call("GET /api/rules", { headers })).statusCode;
    expect(await status()).toBe(200);
    const id = await idOf(winnow, "Bob");
    await winnow.ok("PATCH /api/users/{id}", { id, body: { isActive: false } });
    expect(await status()).toBe(401);
    await winnow.ok("PATCH /api/users/{id}", { id, body: { isActive: true } });
    expect(await status()).toBe(401);
    expect(await winnow.ok("GET /api/tokens", { query: { all: "true" } })).toEqual([]);
    const { entries } = await winnow.ok("GET /api/audit", { query: { action: "tokens.delete" } });
    expect(entries).toMatchObject([{ by: "Ada", subject: tokenId, outcome: "done", via: "browser" }]);
  });

  test("reactivating an account revokes tokens that survived an earlier deactivation", async () => {
    const winnow = await teamWinnow();
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const { token } = await bob.ok("POST /api/tokens", {
      body: { name: "Sync", scopes: ["read"], password: BOB.password },
    });
    const id = await idOf(winnow, "Bob");
    // Earlier versions deactivated accounts this way.
    await winnow.workspace.store.accounts.update(id, { isActive: false });
    await winnow.ok("PATCH /api/users/{id}", { id, body: { isActive: true } });
    const headers = { authorization: `Bearer ${token}` };
    expect((await winnow.browser().call("GET /api/rules", { headers })).statusCode).toBe(401);
  });

  test("rejects a name with invisible characters everywhere", async () => {
    const winnow = await freshWinnow(engine);
    const hidden = ["Ad\u200ba", "\u202eadA"];
    for (const username of hidden) {
      const answer = await winnow.call("POST /api/session/first-owner", { body: { ...ADA, username } });
      expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ field: "username" }]]);
    }
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    for (const username of hidden) {
      const answer = await winnow.call("POST /api/users", { body: { username, role: "viewer" } });
      expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ field: "username" }]]);
    }
    expect(await winnow.ok("GET /api/users")).toHaveLength(1);
  });

  test("rejects a look-alike name and accepts a distinct one", async () => {
    const winnow = await teamWinnow();
    await winnow.ok("POST /api/users", { body: { username: "paul.marlin@acme.example", role: "viewer" } });
    for (const username of ["Аda", "Adа", "B0b", "ᗷob", "рaul.marlin@acme.example", "pauI.marIin@acme.example"]) {
      const answer = await winnow.call("POST /api/users", { body: { username, role: "viewer" } });
      expect([username, answer.json()]).toMatchObject([
        username,
        { type: "urn:winnow:problem:username_alike", status: 409, errors: [{ field: "username" }] },
      ]);
    }
    for (const username of ["Адам", "paula.marlin@acme.example", "Zoë", "田中 太郎", "Adam"]) {
      await winnow.ok("POST /api/users", { body: { username, role: "viewer" } });
    }
    const both = await Promise.all(
      ["eve", "еvе"].map((username) => winnow.call("POST /api/users", { body: { username, role: "viewer" } })),
    );
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test("owners see and delete all tokens, others only their own", async () => {
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
    // The name still belongs to its owner.
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

  test("creating a token takes the password, in case a browser is left unattended", async () => {
    const winnow = await teamWinnow();
    const token = { name: "Export", scopes: ["read"] };
    for (const password of [undefined, "", "a guess at it", BOB.password]) {
      const answer = await winnow.call("POST /api/tokens", { body: { ...token, password } });
      expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ field: "password" }]]);
    }
    expect(await winnow.ok("GET /api/tokens")).toEqual([]);
    await winnow.ok("POST /api/tokens", { body: { ...token, password: ADA.password } });
    // Accounts of the identity provider have no password.
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    await winnow.workspace.store.accounts.update(await idOf(winnow, "Bob"), { passwordHash: null });
    await bob.ok("POST /api/tokens", { body: token });
  });

  test("creates no token for an account that is reset concurrently", async () => {
    const winnow = await teamWinnow();
    const { tokens } = winnow.workspace.store;
    const userId = await idOf(winnow, "Bob");
    const bob = winnow.browser();
    await bob.ok("POST /api/session", { body: BOB });
    const [{ id: sessionId } = { id: "" }] = await bob.ok("GET /api/sessions");
    const token = {
      secretHash: "x",
      userId,
      name: "Sync",
      scopes: [],
      tools: null,
      prefix: "",
      createdAt: "",
      expiresAt: null,
    };
    await winnow.ok("POST /api/users/{id}/invitation", { id: userId });
    await expect(tokens.create(token, sessionId)).rejects.toMatchObject({ id: "account_changed" });
    expect(await tokens.list(userId)).toEqual([]);
  });

  test("a manage token can't create owners or invite people, and stops working once deleted", async () => {
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

  test("a new link revokes the old password, second factor, sessions, tokens and provider identity", async () => {
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
