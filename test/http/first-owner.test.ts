import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { LIMITS } from "#shared/limits.ts";
import { makeOwnerOfEnvironment, newFirstOwnerLink } from "#server/features/accounts/first-owner.ts";
import { FORM_HOOK_PATH } from "#server/features/forms/form-hook.ts";
import { freshWinnow, type TestWinnow, type WinnowOptions } from "#test/harness.ts";
import { ADA, BOB } from "#test/http/account-examples.ts";
import { startServer } from "#test/server-process.ts";
import { migratedPostgres, oneEngine, temporaryFolder } from "#test/stores.ts";

const OPEN_TO_OTHERS: WinnowOptions = { access: { host: "0.0.0.0" } };
const OVER = "urn:winnow:problem:first_owner_link_over";

async function tokenOfNewLink({ workspace }: TestWinnow): Promise<string> {
  const [path, token = ""] = (await newFirstOwnerLink(workspace)).split("#");
  expect(path).toBe("/first-owner");
  return token;
}

/** A password file with this content. */
async function passwordFile(content: string): Promise<string> {
  const path = join(await temporaryFolder(), "password");
  await writeFile(path, content);
  return path;
}

describe.each(oneEngine("postgres"))("the link for the first account on %s", (engine) => {
  test("is the only way in while others can reach the server, also for requests from this machine", async () => {
    const winnow = await freshWinnow(engine, OPEN_TO_OTHERS);
    await tokenOfNewLink(winnow);
    const keys = (Object.keys(endpoints) as EndpointKey[]).filter((key) => endpoints[key].permission !== "anyone");
    expect(keys.length).toBeGreaterThan(100);
    const answers = await Promise.all(keys.map(async (key) => [key, (await winnow.call(key)).statusCode] as const));
    expect(answers.filter(([, status]) => status !== 401)).toEqual([]);
    const submitted = await winnow.app.inject({ method: "POST", url: `${FORM_HOOK_PATH}/token`, payload: {} });
    expect(submitted.statusCode).toBe(503);
    expect((await winnow.app.inject({ url: "/metrics" })).statusCode).toBe(401);
    expect((await winnow.app.inject({ url: "/healthz" })).statusCode).toBe(200);
    expect(await winnow.ok("GET /api/session")).toMatchObject({ state: "signed-out", hasAccounts: false });
  });

  test("creates the owner once, also for two people at once", async () => {
    const winnow = await freshWinnow(engine, OPEN_TO_OTHERS);
    const replaced = await tokenOfNewLink(winnow);
    const token = await tokenOfNewLink(winnow);
    for (const wrong of [{}, { token: "" }, { token: replaced }, { token: `${token}A` }]) {
      const refused = await winnow.call("POST /api/session/first-owner", { body: { ...ADA, ...wrong } });
      expect([refused.statusCode, refused.json().type]).toEqual([410, OVER]);
    }
    // A refused password doesn't use up the link.
    const body = { username: "Ada", password: "password1234", token };
    expect((await winnow.call("POST /api/session/first-owner", { body })).statusCode).toBe(422);
    const answers = await Promise.all(
      [ADA, BOB].map((person) =>
        winnow.browser().call("POST /api/session/first-owner", { body: { ...person, token } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect((await winnow.workspace.store.accounts.list()).map(({ role }) => role)).toEqual(["owner"]);
    expect(await winnow.workspace.store.accounts.firstOwnerHash()).toBeNull();
    const again = await winnow.call("POST /api/session/first-owner", { body: { ...BOB, token } });
    expect(again.statusCode).toBe(409);
    expect(await winnow.ok("GET /api/session")).toMatchObject({ hasAccounts: true });
  });

  test("is stored as a hash, never logged, and its guesses are throttled by address", async () => {
    const winnow = await freshWinnow(engine, OPEN_TO_OTHERS);
    const token = await tokenOfNewLink(winnow);
    expect(await winnow.workspace.store.accounts.firstOwnerHash()).not.toContain(token);
    const codes = [];
    for (let n = 0; n <= LIMITS.account.failures.perAddress; n += 1) {
      const body = { ...ADA, token: "x" };
      codes.push((await winnow.call("POST /api/session/first-owner", { body })).statusCode);
    }
    expect([codes[0], codes.at(-2), codes.at(-1)]).toEqual([410, 410, 429]);
    expect(winnow.logged()).not.toContain(token);
  });
});

test("a link doesn't work where only this machine can connect", async () => {
  const winnow = await freshWinnow("sqlite");
  const token = await tokenOfNewLink(winnow);
  const headers = { "x-forwarded-for": "203.0.113.7" };
  const refused = await winnow.call("POST /api/session/first-owner", { body: { ...ADA, token }, headers });
  expect(refused.statusCode).toBe(403);
});

describe("the first account from the environment", () => {
  const email = "ada@acme.example";

  test("is created once by two processes of a database, and later starts don't need the file", async () => {
    const databaseUrl = await migratedPostgres();
    const processes = await Promise.all([1, 2].map(() => freshWinnow("postgres", { ...OPEN_TO_OTHERS, databaseUrl })));
    const file = await passwordFile(`${ADA.password}\n`);
    await Promise.all(
      processes.map(({ workspace }) => makeOwnerOfEnvironment(workspace, { email, passwordFile: file })),
    );
    await rm(file);
    for (const winnow of processes) {
      await makeOwnerOfEnvironment(winnow.workspace, { email, passwordFile: file });
      await winnow.ok("POST /api/session", { body: { username: email, password: ADA.password } });
      expect((await winnow.ok("GET /api/users")).map(({ username, role }) => [username, role])).toEqual([
        [email, "owner"],
      ]);
    }
    const { entries } = await processes[0]!.ok("GET /api/audit", { query: { action: "users.create" } });
    expect(entries.map(({ by, summary }) => [by, summary])).toEqual([["Winnow", `added ${email} as an owner`]]);
  });

  test.each([
    ["an easy password", "password1234", /^The first account can't be created\. WINNOW_OWNER_PASSWORD_FILE: Too easy/u],
    ["a short one", "short", /WINNOW_OWNER_PASSWORD_FILE: At least 12 characters/u],
    ["no file", null, /WINNOW_OWNER_PASSWORD_FILE: ENOENT/u],
  ])("stops the start with one line for %s", async (_, content, sentence) => {
    const file = content === null ? "/nowhere/password" : await passwordFile(content);
    const env = { HOST: "0.0.0.0", WINNOW_OWNER_EMAIL: email, WINNOW_OWNER_PASSWORD_FILE: file };
    const error = await startServer({ env }).then(
      async (server) => server.kill().then(() => new Error("It started.")),
      (thrown: unknown) => thrown as Error,
    );
    const said = error.message.replace("The server ended before it was ready.\n", "");
    expect(said).toMatch(sentence);
    expect(said.trimEnd().split("\n")).toHaveLength(1);
  });
});

test("a server that others can reach prints a link, another one at each start, until the owner exists", async () => {
  const dataDir = await temporaryFolder();
  const start = async (): Promise<{ url: string; token: string; stop: () => Promise<unknown> }> => {
    const server = await startServer({ dataDir, env: { HOST: "0.0.0.0" } });
    onTestFinished(() => server.kill());
    const url = server.url.replace("0.0.0.0", "127.0.0.1");
    const [, token = ""] = /^Create the first account: http:\S+\/first-owner#(\S+)$/mu.exec(server.output()) ?? [];
    return { url, token, stop: () => server.stop() };
  };
  const create = async (url: string, token: string): Promise<number> => {
    const answer = await fetch(`${url}/api/session/first-owner`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...ADA, token }),
    });
    return answer.status;
  };
  const first = await start();
  await first.stop();
  const second = await start();
  expect((await fetch(`${second.url}/api/leads`)).status).toBe(401);
  expect(await create(second.url, first.token)).toBe(410);
  expect(await create(second.url, second.token)).toBe(201);
  await second.stop();
  expect((await start()).token).toBe("");
});
