import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as moment } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import { listenTo } from "#test/http/event-stream.ts";
import { Diary, expectWhole } from "#test/http/crash-check.ts";
import { API_KEY } from "#test/http/endpoint-examples.ts";
import { KILL_ROUNDS } from "#test/thorough.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import type { PeerCell } from "#test/peers/google/sheet-edits.ts";
import { endLeases } from "#test/postgres.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { migratedDatabase, oneEngine } from "#test/stores.ts";

/** Rows at first; then this many new and changed ones for each round, enough for several batches. */
const ROWS = { atFirst: 2_000, added: 20, changed: 1_100 };
const TIMEOUT = 600_000;

/** Further rounds until a kill cut a sync off. */
const MOST_ROUNDS = KILL_ROUNDS + 6;

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
  google.addApiKey(API_KEY);
});
afterAll(() => google.close());

// Concurrent, because after the last kill the one on PostgreSQL waits for a lease to expire.
describe.concurrent("killed in the middle of a sync, loses nothing acknowledged and leaves nothing half done", () => {
  test.for(oneEngine("postgres"))("on %s", { timeout: TIMEOUT }, async (engine, { expect }) => {
    const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
    const databaseUrl = await migratedDatabase(engine, dataDir);
    const env = {
      WINNOW_GOOGLE_SHEETS_URL: google.sheetsUrl,
      WINNOW_GOOGLE_TOKEN_URL: google.tokenUrl,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    };
    const sheet = growingSheet(`killed-on-${engine}`);
    const start = (): Promise<ServerProcess> => startServer({ dataDir, env });

    let server = await start();
    const sourceId = await setUp(server, sheet.id);
    expect(await server.stop()).toBe(0);
    server = await start();
    const begun = performance.now();
    await syncSoon(server);
    const aWholeSync = performance.now() - begun;
    const diary = new Diary(await leadIds(server));
    let cutOff = 0;

    // On a busy machine, the first sync takes much longer than the others, so the kill may come after the end.
    for (let round = 1; round <= KILL_ROUNDS || (cutOff === 0 && round <= MOST_ROUNDS); round += 1) {
      const share = round <= KILL_ROUNDS ? (round - Math.random()) / (KILL_ROUNDS + 1) : Math.random() / 2 ** round;
      sheet.grow(round);
      const events = await listenTo(server.url);
      const syncing = syncSoon(server).catch(() => null);
      await events.until(({ event }) => event === "progress");
      const people = [diary.write(server.url), diary.write(server.url)];
      // Not a wait for a condition: this picks the moment, later in the sync each time, starting in its first half.
      await Promise.race([syncing, moment(share * aWholeSync)]);
      await server.kill();
      if ((await syncing) === null) cutOff += 1;
      await Promise.all(people);
      await expectWhole({ dataDir, databaseUrl }, { sourceId, rowKeys: sheet.rowKeys() }, diary);
      if (databaseUrl !== undefined && round < KILL_ROUNDS) await endLeases(databaseUrl);
      server = await start();
    }
    expect(cutOff).toBeGreaterThan(0);

    const last = await syncSoon(server);
    expect(last).toMatchObject({ processed: sheet.rows(), skipped: 0, failed: 0 });
    expect(await syncSoon(server)).toMatchObject({ created: 0, updated: 0, unchanged: sheet.rows() });
    expect(await server.stop()).toBe(0);
    const { rows } = await expectWhole({ dataDir, databaseUrl }, { sourceId, rowKeys: sheet.rowKeys() }, diary);
    expect(rows).toBe(sheet.rows());
    await rm(dataDir, { recursive: true });
  });
});

/** A sheet with something new for each round. */
function growingSheet(id: string): { id: string; rows(): number; rowKeys(): string[]; grow(round: number): void } {
  let rows: PeerCell[][] = sampleLeads(ROWS.atFirst);
  google.setSheet(id, "Sheet1", rows);
  google.spreadsheet(id).isPublic = true;
  return {
    id,
    rows: () => rows.length - 1,
    rowKeys() {
      const [headers = [], ...people] = rows;
      const emails = people.map((row) => row[headers.indexOf("Email")]);
      return emails.flatMap((email) => (typeof email === "string" ? [`email:${email}`] : []));
    },
    grow(round) {
      const next: PeerCell[][] = sampleLeads(rows.length - 1 + ROWS.added);
      // Other titles in some rows, further down each time; the words that score stay.
      rows = next.map((row, at) => {
        if (at === 0) return row;
        const changes = (at + round * 700) % ROWS.atFirst < ROWS.changed;
        return row.with(4, changes ? `Owner, round ${round}` : (rows[at]?.[4] ?? row[4] ?? ""));
      });
      google.setSheet(id, "Sheet1", rows);
    },
  };
}

async function setUp(server: ServerProcess, spreadsheetId: string): Promise<string> {
  await call(server, "/api/settings", { maxLeadsPerSync: null }, "PUT");
  await call(server, "/api/rules", { name: "Intent", keywords: ["demo", "urgent"], scoreWeight: 40 });
  const config = { spreadsheetId, authMethod: "api_key", apiKey: API_KEY };
  const source = await call(server, "/api/data-sources", { name: "Fair", type: "google_sheets", config });
  return ((await source.json()) as { id: string }).id;
}

/** Reasons to wait or retry: a lease of the killed process, or a sync that was killed too often. */
const AGAIN = new Set(["urn:winnow:problem:sync_running", "urn:winnow:problem:job_interrupted"]);

/** Syncs like a person who presses until it is done. */
async function syncSoon(server: ServerProcess): Promise<unknown> {
  for (;;) {
    const answer = await call(server, "/api/sync-leads");
    const body = (await answer.json()) as { type?: string; detail?: string };
    if (answer.ok) return body;
    if (!AGAIN.has(body.type ?? "")) throw new Error(body.detail);
    await moment(100);
  }
}

async function leadIds(server: ServerProcess): Promise<string[]> {
  const leads = (await (await fetch(`${server.url}/api/leads`)).json()) as { id: string }[];
  return leads.map(({ id }) => id);
}

function call(server: ServerProcess, path: string, body: unknown = {}, method = "POST"): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) });
}
