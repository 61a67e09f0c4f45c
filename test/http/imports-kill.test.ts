import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as moment } from "node:timers/promises";
import { describe, test, type ExpectStatic } from "vitest";
import type { LeadImport } from "#shared/contract/leads/lead-import.ts";
import type { ImportRecord } from "#server/db/imports/import-records.ts";
import { openStore, type StoreOptions } from "#server/db/open-store.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { KILL_ROUNDS } from "#test/thorough.ts";
import { endLeases } from "#test/postgres.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { migratedDatabase, type EngineName, oneEngine } from "#test/stores.ts";

/** Usually enough for the kill to come in the middle. */
const ROWS = 8_000;
const MOST_ROWS = 128_000;
const TIMEOUT = 300_000;

describe.concurrent("killed in the middle of an import, loses and duplicates nothing", () => {
  test.for(oneEngine("sqlite"))("on %s", { timeout: TIMEOUT }, async (engine, { expect }) => {
    let wasKilled = false;
    // On a busy machine the import may finish before the kill.
    for (let rows = ROWS; !wasKilled && rows <= MOST_ROWS; rows *= 2) {
      wasKilled = await survivesKills(engine, rows, expect);
    }
    expect(wasKilled).toBe(true);
  });
});

/** Kills a server during an import and its undo. False if the import finished too early to be killed. */
async function survivesKills(engine: EngineName, rows: number, expect: ExpectStatic): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
  const databaseUrl = await migratedDatabase(engine, dataDir);
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const start = (): Promise<ServerProcess> => startServer({ dataDir, env });

  let server = await start();
  const { id } = await upload(server, rows);
  let read = 0;
  for (let round = 1; round <= KILL_ROUNDS; round += 1) {
    const events = await listenTo(server.url);
    // From then on nobody requests it again: its job continues it.
    if (round === 1) expect((await post(server, `/api/imports/${id}/start`)).status).toBe(202);
    const progress = events.until(({ event, data }) => event === "progress" && isImport(data) && data.done > read);
    await Promise.race([progress, finished(server, id).catch(() => null)]);
    await server.kill();
    const { counts, state, rowsRead, leads } = await left({ dataDir, databaseUrl }, id);
    if (state === "finished") {
      await rm(dataDir, { recursive: true });
      return false;
    }
    expect(state).toBe("running");
    expect(rowsRead).toBeGreaterThan(read);
    // The record matches the leads: both are written in one transaction.
    expect(counts).toMatchObject({ seen: rowsRead, created: rowsRead - counts.skipped });
    expect(leads).toBe(counts.created);
    read = rowsRead;
    // After the last of these kills, a lease has to expire.
    if (databaseUrl !== undefined && round < KILL_ROUNDS) await endLeases(databaseUrl);
    server = await start();
  }

  expect(await ended(server, id)).toMatchObject({
    state: "finished",
    counts: { seen: rows, created: rows - rows / 100, updated: 0, unchanged: 0, skipped: rows / 100, failed: 0 },
    rejects: rows / 100,
  });
  const rejects = await (await fetch(`${server.url}/api/imports/${id}/rejects`)).text();
  expect(rejects.trimEnd().split("\r\n")).toHaveLength(rows / 100 + 1);

  const undoing = await listenTo(server.url);
  await post(server, `/api/imports/${id}/undo`);
  await undoing.until(({ event, data }) => event === "progress" && "work" in data && data.work === "undo");
  await server.kill();
  server = await start();
  expect(await ended(server, id)).toMatchObject({
    state: "undone",
    undo: { removed: rows - rows / 100, restored: 0, kept: 0 },
  });
  expect(await leadCount(server)).toBe(0);
  expect(await server.stop()).toBe(0);
  await rm(dataDir, { recursive: true });
  return true;
}

/** One in a hundred rows has no contact details. */
async function upload(server: ServerProcess, count: number): Promise<LeadImport> {
  const rows = Array.from({ length: count }, (_, at) =>
    at % 100 === 0 ? `Nobody ${at},,` : `Person ${at},p${at}@acme${at % 50}.example,Asked for a demo in row ${at}`,
  );
  const body = ["Name,Email,Notes", ...rows].join("\n");
  return server.ask<LeadImport>("POST", "/api/imports?name=leads.csv", body);
}

function isImport(data: object): data is { done: number } {
  return "work" in data && data.work === "import" && "done" in data;
}

/** The state of an import after the kill, and the number of leads. */
async function left(where: StoreOptions, id: string): Promise<ImportRecord & { leads: number }> {
  const store = await openStore(where);
  try {
    const record = await store.imports.get(id);
    if (record === null) throw new Error("The import is gone.");
    const leads = Object.values(await store.leads.totals()).reduce((sum, count) => sum + count, 0);
    return { ...record, leads };
  } finally {
    await store.close();
  }
}

async function ended(server: ServerProcess, id: string): Promise<LeadImport> {
  for (;;) {
    const found = await server.ask<LeadImport>("GET", `/api/imports/${id}`);
    if (found.state !== "running" && found.state !== "undoing") return found;
    await moment(50);
  }
}

async function finished(server: ServerProcess, id: string): Promise<void> {
  while ((await server.ask<LeadImport>("GET", `/api/imports/${id}`)).state !== "finished") await moment(50);
}

async function leadCount(server: ServerProcess): Promise<number> {
  const stats = (await (await fetch(`${server.url}/api/dashboard/stats`)).json()) as { totalLeads: number };
  return stats.totalLeads;
}

function post(server: ServerProcess, path: string): Promise<Response> {
  return fetch(`${server.url}${path}`, { method: "POST" });
}
