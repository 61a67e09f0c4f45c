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

/** What the server printed when it refused to start. */
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
  test("starts empty in an empty folder and prints its address first", async () => {
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

  test("warns about an unencrypted address, a wrong name and an unusable backup folder", async () => {
    const env = {
      WINNOW_PUBLIC_URL: "http://leads.acme.example",
      WINNOW_DATABASE_URL: "postgres://acme/winnow",
      WINNOW_BACKUP_DIR: "/dev/null/backups",
    };
    const server = await startServer({ dataDir, env });
    expect(await server.stop()).toBe(0);
    const warned = server
      .output()
      .split("\n")
      .filter((line) => line.includes("not encrypted"));
    expect(warned).toEqual([expect.stringContaining('"variables":["WINNOW_PUBLIC_URL"]')]);
    expect(server.output()).toContain('"variables":["WINNOW_DATABASE_URL"],"msg":"unknown and ignored');
    expect(server.output()).toMatch(
      /"level":40.*The backup folder \/dev\/null\/backups can't be used.*WINNOW_BACKUP_DIR/u,
    );
    // Only the variables' names.
    expect(server.output()).not.toContain("acme");
  });

  test.each([
    ["two mistakes", { PORT: "x", DATABASE_URL: "mysql://x" }, /PORT: .*DATABASE_URL: must start with postgres/u],
    [
      "a database that does not answer",
      { DATABASE_URL: "postgres://127.0.0.1:1/x" },
      /ECONNREFUSED 127\.0\.0\.1:1.*in DATABASE_URL\.$/mu,
    ],
  ])("refuses with one line for %s", async (_, env, sentence) => {
    const said = await refusal({ env });
    expect(said).toMatch(sentence);
    expect(said.trimEnd().split("\n")).toHaveLength(1);
  });

  test("refuses a port or folder that another server uses, until that one is gone or killed", async () => {
    const first = await startServer({ dataDir });
    const { port } = new URL(first.url);
    const taken = await refusal({ dataDir: join(dataDir, "another"), env: { PORT: port } });
    expect(taken).toMatch(new RegExp(`port ${port} .*EADDRINUSE.*Change HOST or PORT`, "u"));
    expect(taken.trimEnd().split("\n")).toHaveLength(1);
    const said = await refusal({});
    expect(said).toContain(`Another Winnow process is using the data folder ${dataDir}.`);
    expect(said.trimEnd().split("\n")).toHaveLength(1);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    await first.kill();
    const second = await startServer({ dataDir });
    expect(await second.stop()).toBe(0);
  });

  test("explains a file that isn't a database, and leaves it unchanged", async () => {
    await writeFile(join(dataDir, "winnow.db"), "These are not the bytes of a database. ".repeat(200));
    const said = await refusal({});
    expect(said).toContain("damaged or isn't Winnow's: file is not a database.");
    expect(said).toContain("npm run restore -- --replace FILE");
    expect(said.trimEnd().split("\n")).toHaveLength(1);
    expect((await stat(join(dataDir, "winnow.db"))).size).toBe(39 * 200);
  });
});

describe("stopping", () => {
  test("finishes the batch of a running sync and exits 0; the next start continues", async () => {
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

  test("doesn't wait for idle connections", async () => {
    const server = await startServer({ dataDir });
    const place = { host: "127.0.0.1", port: Number(new URL(server.url).port) };
    const idle = connect(place);
    idle.on("error", () => {}).resume();
    const idleClosed = new Promise<void>((resolve) => idle.once("close", () => resolve()));
    await once(idle, "connect");
    // Its missing body keeps the server running. Later requests also prove that the server knows the idle connection.
    await get(`${server.url}/api/rules`);
    const pending = connect(place);
    let received = "";
    pending.setEncoding("utf8").on("data", (text: string) => (received += text));
    pending.write(
      `POST /api/leads HTTP/1.1\r\nhost: 127.0.0.1:${place.port}\r\nconnection: close\r\nexpect: 100-continue\r\n` +
        "content-type: application/json\r\ncontent-length: 2\r\n\r\n",
    );
    await expect.poll(() => received).toContain("100 Continue");
    const stopped = server.stop();
    // If the server waited for it, both connections would be cut off together and the request would get no response.
    await idleClosed;
    pending.write("{}");
    await once(pending, "close");
    expect(received).toMatch(/HTTP\/1\.1 4\d\d /u);
    expect(await stopped).toBe(0);
  });

  test("ends open event streams, and stops once when asked twice", async () => {
    const server = await startServer({ dataDir });
    const events = await listenTo(server.url);
    expect(await Promise.all([server.stop(), server.stop()])).toEqual([0, 0]);
    expect(await events.ended).toContain("retry: ");
  });

  test("ends at once when interrupted twice", async () => {
    const server = await startServer({ dataDir });
    const port = Number(new URL(server.url).port);
    const unfinished = connect({ host: "127.0.0.1", port }).on("error", () => {});
    unfinished.write(`POST /api/leads HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: 2\r\n\r\n`);
    await get(`${server.url}/api/rules`);
    process.kill(server.pid, "SIGINT");
    const isStopping = (): Promise<boolean> =>
      fetch(server.url).then(
        ({ ok }) => !ok,
        () => true,
      );
    await expect.poll(isStopping).toBe(true);
    process.kill(server.pid, "SIGINT");
    expect(await server.stop()).toBe(130);
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
