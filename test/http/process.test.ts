import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SyncRun } from "#shared/contract/data-source.ts";
import { API_KEY } from "#test/http/endpoint-examples.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { startServer } from "#test/server-process.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-process-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** What the server wrote when it refused to start. */
async function refusal(options: Parameters<typeof startServer>[0]): Promise<string> {
  const error: unknown = await startServer({ dataDir, ...options }).then(
    async (server) => {
      await server.kill();
      return new Error("It started.");
    },
    (thrown: unknown) => thrown,
  );
  return (error as Error).message.replace("The server ended before it was ready.\n", "");
}

describe("starting", () => {
  test("an empty folder gives an empty product, whose first words are its address", async () => {
    const server = await startServer({ dataDir: join(dataDir, "made", "when missing") });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
    expect(await (await fetch(`${server.url}/api/leads`)).json()).toEqual([]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await stat(server.dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(server.dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
    expect(await server.stop()).toBe(0);
    // The log is JSON on the other stream.
    expect(
      server
        .output()
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("{")),
    ).toEqual([server.url]);
  });

  test.each([
    ["every interface", { HOST: "0.0.0.0" }, /refuses to listen on 0\.0\.0\.0.*HOST=127\.0\.0\.1/u],
    ["every interface, in the other protocol", { HOST: "::" }, /refuses to listen on ::/u],
    ["a name that is not this machine's own", { HOST: "example.com" }, /refuses to listen on example\.com/u],
    ["a port that is none", { PORT: "70000" }, /PORT: /u],
    ["two mistakes", { PORT: "x", DATABASE_URL: "mysql://x" }, /PORT: .*DATABASE_URL: must start with postgres/u],
    ["a weak key", { WINNOW_SECRET_KEY: "short" }, /WINNOW_SECRET_KEY: must have at least 16 characters/u],
    ["a role that is none", { WINNOW_ROLE: "boss" }, /WINNOW_ROLE: /u],
    [
      "a database that does not answer",
      { DATABASE_URL: "postgres://127.0.0.1:1/x" },
      /database does not answer.*ECONNREFUSED 127\.0\.0\.1:1/u,
    ],
  ])("is refused in one line for %s", async (_, env, sentence) => {
    const said = await refusal({ env });
    expect(said).toMatch(sentence);
    expect(said.trimEnd().split("\n")).toHaveLength(1);
  });

  test("is refused in one line for a port that is taken", async () => {
    const first = await startServer();
    const { port } = new URL(first.url);
    const said = await refusal({ env: { PORT: port } });
    expect(said).toContain(port);
    expect(said.trimEnd().split("\n")).toHaveLength(1);
    await first.stop();
  });

  test("is refused for a folder that another one uses, until that one is gone, however it went", async () => {
    const first = await startServer({ dataDir });
    const said = await refusal({});
    expect(said).toContain(`The data folder ${dataDir} is in use by another Winnow.`);
    expect(said.trimEnd().split("\n")).toHaveLength(1);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await first.kill();
    const second = await startServer({ dataDir });
    expect(await second.stop()).toBe(0);
  });

  test("is refused in a sentence for a file that is no database, and leaves it as it is", async () => {
    await writeFile(join(dataDir, "winnow.db"), "These are not the bytes of a database. ".repeat(200));
    const said = await refusal({});
    expect(said).toContain("damaged or is not Winnow's: file is not a database.");
    expect(said).toContain("npm run restore -- --replace FILE");
    expect(said.trimEnd().split("\n")).toHaveLength(1);
    expect((await stat(join(dataDir, "winnow.db"))).size).toBe(39 * 200);
  });
});

describe("stopping", () => {
  test("finishes the batch of a running sync and exits 0; the next start goes on", async () => {
    const google = await startGooglePeer();
    google.addApiKey(API_KEY);
    google.setSheet("some-spreadsheet", "Sheet1", sampleLeads(5_000));
    google.spreadsheet("some-spreadsheet").isPublic = true;
    const env = { WINNOW_GOOGLE_SHEETS_URL: google.sheetsUrl, WINNOW_GOOGLE_TOKEN_URL: google.tokenUrl };
    const first = await startServer({ dataDir, env });
    const config = { spreadsheetId: "some-spreadsheet", authMethod: "api_key", apiKey: API_KEY };
    await post(`${first.url}/api/data-sources`, { name: "Fair", type: "google_sheets", config });
    await put(`${first.url}/api/settings`, { maxLeadsPerSync: null });

    const events = await listenTo(first.url);
    const synced = post(`${first.url}/api/sync-leads`, undefined);
    await events.until(({ event, data }) => event === "progress" && data.done > 0);
    const [code, answer] = await Promise.all([first.stop(), synced]);
    expect(code).toBe(0);
    expect(answer.status).toBe(409);

    const second = await startServer({ dataDir, env });
    const [source] = await get<{ lastRun: SyncRun; failingSince: null }[]>(`${second.url}/api/data-sources`);
    expect(source?.lastRun.outcome).toBe("interrupted");
    expect(source?.failingSince).toBeNull();
    const leads = await get<unknown[]>(`${second.url}/api/leads`);
    expect(leads.length).toBe(source?.lastRun.created);
    expect(leads.length).toBeGreaterThan(0);
    expect(leads.length).toBeLessThan(5_000);
    const rest = (await (await post(`${second.url}/api/sync-leads`, undefined)).json()) as SyncRun;
    expect([rest.unchanged, rest.created]).toEqual([leads.length, 5_000 - leads.length]);
    expect(await second.stop()).toBe(0);
    await google.close();
  });

  // Waited for, it would be let go as late as the last answer under way, after thirty seconds.
  test("waits for no connection on which nothing was asked yet", { timeout: 20_000 }, async () => {
    const server = await startServer({ dataDir });
    const ahead = connect({ host: "127.0.0.1", port: Number(new URL(server.url).port) });
    ahead.on("error", () => {});
    await once(ahead, "connect");
    // Asked later than the connection was made, so that the server knows of it.
    await get(`${server.url}/api/rules`);
    expect(await server.stop()).toBe(0);
  });

  test("ends open event streams", async () => {
    const server = await startServer({ dataDir });
    const events = await listenTo(server.url);
    expect(await server.stop()).toBe(0);
    expect(await events.ended).toContain("retry: ");
  });

  test("twice asked is once stopped", async () => {
    const server = await startServer({ dataDir });
    const [first, second] = await Promise.all([server.stop(), server.stop()]);
    expect([first, second]).toEqual([0, 0]);
  });
});

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: "POST",
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
}

function put(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: "PUT", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
}

async function get<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}
