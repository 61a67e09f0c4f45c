import { expect, onTestFinished, test } from "vitest";
import { openStore } from "#server/db/open-store.ts";
import { freshWinnow } from "#test/harness.ts";
import { ADA, BOB, CHOSEN } from "#test/http/account-examples.ts";
import { runCommand } from "#test/command-process.ts";
import { startServer } from "#test/server-process.ts";
import { migratedPostgres, temporaryFolder } from "#test/stores.ts";

/** Runs `npm run user -- …` with a password on standard input; returns the exit code and what it printed. */
async function user(env: Record<string, string>, args: readonly string[], password = ""): Promise<[unknown, string]> {
  const { code, out, err } = await runCommand("user", args, env, { input: `${password}\n` });
  return [code, out + err];
}

test("with a first owner the server listens on every interface and lets people sign in", async () => {
  const dataDir = await temporaryFolder();
  const env = { WINNOW_DATA_DIR: dataDir };
  const usage = /^Usage: npm run user -- add NAME .*\n$/u;
  expect(await user(env, ["--help"])).toEqual([0, expect.stringMatching(usage)]);
  expect(await user(env, ["list", "--all"])).toEqual([1, expect.stringMatching(usage)]);
  expect(await user(env, ["list"])).toEqual([1, expect.stringContaining("no database in")]);
  expect(await user(env, ["add", "Bob"], BOB.password)).toEqual([1, expect.stringContaining("owner")]);
  expect(await user(env, ["add", "Ada", "--role", "owner"], "too short")).toEqual([1, expect.stringContaining("12")]);
  expect(await user(env, ["add", "Ada", "--role", "king"], ADA.password)).toEqual([1, expect.stringContaining("role")]);
  expect(await user(env, ["add", "Ada", "--role", "owner"], ADA.password)).toEqual([
    0,
    "Ada can now sign in. Role: owner.\n",
  ]);
  expect(await user(env, ["add", "Аda"], BOB.password)).toEqual([1, expect.stringContaining("looks like")]);
  expect(await user(env, ["list"])).toEqual([0, "Ada\towner\n"]);

  const server = await startServer({ dataDir, env: { HOST: "0.0.0.0" } });
  onTestFinished(() => server.kill());
  const url = server.url.replace("0.0.0.0", "127.0.0.1");
  expect((await fetch(`${url}/api/leads`)).status).toBe(401);
  expect(await (await fetch(`${url}/api/session`)).json()).toMatchObject({ state: "signed-out" });
  const signIn = await fetch(`${url}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADA),
  });
  const cookie = signIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect((await fetch(`${url}/api/leads`, { headers: { cookie } })).status).toBe(200);

  const [code, said] = await user(env, ["add", "Bob"], BOB.password);
  expect([code, said]).toEqual([1, expect.stringContaining("Stop it, run this again")]);
  expect(said).not.toContain("    at ");

  // Signing in would have hashed it again if the server's cost were another one.
  expect(await server.stop()).toBe(0);
  const store = await openStore({ dataDir });
  onTestFinished(() => store.close());
  expect((await store.accounts.byUsername("ada"))?.passwordHash).toContain("$m=19456,t=2,p=1$");
});

test("takes effect at once next to a server on PostgreSQL", async () => {
  const databaseUrl = await migratedPostgres();
  const winnow = await freshWinnow("postgres", { databaseUrl });
  const env = { DATABASE_URL: databaseUrl, WINNOW_DATA_DIR: await temporaryFolder() };
  expect((await winnow.call("GET /api/leads")).statusCode).toBe(200);
  expect(await user(env, ["add", "Ada", "--role", "owner"], ADA.password)).toEqual([0, expect.any(String)]);
  expect((await winnow.call("GET /api/leads")).statusCode).toBe(401);
  await winnow.ok("POST /api/session", { body: ADA });

  const { token } = await winnow.ok("POST /api/tokens", {
    body: { name: "Sync", scopes: ["read"], password: ADA.password },
  });
  const { id = "" } = (await winnow.ok("GET /api/session")).user ?? {};
  await winnow.workspace.store.accounts.update(id, { identitySubject: "https://id.example 7" });

  expect(await user(env, ["password", "ada"], CHOSEN)).toEqual([0, expect.stringContaining("tokens were deleted")]);
  const headers = { authorization: `Bearer ${token}` };
  expect((await winnow.browser().call("GET /api/leads", { headers })).statusCode).toBe(401);
  expect(await winnow.workspace.store.accounts.byIdentity("https://id.example 7")).toBeNull();
  expect((await winnow.call("GET /api/leads")).statusCode).toBe(401);
  expect((await winnow.call("POST /api/session", { body: ADA })).statusCode).toBe(401);
  await winnow.ok("POST /api/session", { body: { ...ADA, password: CHOSEN } });

  expect(await user(env, ["remove", "Ada"])).toEqual([1, expect.stringContaining("last owner")]);
  expect(await user(env, ["remove", "Nobody"])).toEqual([1, expect.stringContaining("No such account")]);
  const { entries } = await winnow.ok("GET /api/audit");
  expect(entries.filter(({ via }) => via === "command").map(({ action }) => action)).toEqual([
    "users.password",
    "users.create",
  ]);
});
