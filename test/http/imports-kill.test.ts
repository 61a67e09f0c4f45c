import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as moment } from "node:timers/promises";
import { describe, test } from "vitest";
import type { LeadImport } from "#shared/contract/lead-import.ts";
import type { ImportRecord } from "#server/store/import-types.ts";
import { openStore, type StoreOptions } from "#server/store/open-store.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { endLeases } from "#test/postgres.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { migratedDatabase } from "#test/stores.ts";

/** So many that a kill comes in their midst, however busy the machine is. */
const ROWS = 12_000;
const TIMEOUT = 300_000;

describe.concurrent("killed in the middle of an import, nothing is lost and nothing is doubled", () => {
  test.for([
    { engine: "sqlite", rounds: 2 },
    { engine: "postgres", rounds: 2 },
  ] as const)("$rounds times on $engine", { timeout: TIMEOUT }, async ({ engine, rounds }, { expect }) => {
    const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
    const databaseUrl = await migratedDatabase(engine, dataDir);
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const start = (): Promise<ServerProcess> => startServer({ dataDir, env });

    let server = await start();
    const { id } = await upload(server);
    let read = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const events = await listenTo(server.url);
      // From then on nobody asks for it again: its job goes on with it.
      if (round === 1) expect((await post(server, `/api/imports/${id}/start`)).status).toBe(202);
      await events.until(({ event, data }) => event === "progress" && isImport(data) && data.done > read);
      await server.kill();
      const { counts, state, rowsRead, leads } = await left({ dataDir, databaseUrl }, id);
      expect(state).toBe("running");
      expect(rowsRead).toBeGreaterThan(read);
      // What the record tells is what is there: both are written in one transaction.
      expect(counts).toMatchObject({ seen: rowsRead, created: rowsRead - counts.skipped });
      expect(leads).toBe(counts.created);
      read = rowsRead;
      // From the last of these kills on, a lease runs out by itself.
      if (databaseUrl !== undefined && round < rounds) await endLeases(databaseUrl);
      server = await start();
    }

    expect(await ended(server, id)).toMatchObject({
      state: "finished",
      counts: { seen: ROWS, created: ROWS - ROWS / 100, updated: 0, unchanged: 0, skipped: ROWS / 100, failed: 0 },
      rejects: ROWS / 100,
    });
    const rejects = await (await fetch(`${server.url}/api/imports/${id}/rejects`)).text();
    expect(rejects.trimEnd().split("\r\n")).toHaveLength(ROWS / 100 + 1);

    const undoing = await listenTo(server.url);
    await post(server, `/api/imports/${id}/undo`);
    await undoing.until(({ event, data }) => event === "progress" && "work" in data && data.work === "undo");
    await server.kill();
    server = await start();
    expect(await ended(server, id)).toMatchObject({
      state: "undone",
      undo: { removed: ROWS - ROWS / 100, restored: 0, kept: 0 },
    });
    expect(await leadCount(server)).toBe(0);
    expect(await server.stop()).toBe(0);
    await rm(dataDir, { recursive: true });
  });
});

/** One in a hundred rows has nobody to contact. */
async function upload(server: ServerProcess): Promise<LeadImport> {
  const rows = Array.from({ length: ROWS }, (_, at) =>
    at % 100 === 0 ? `Nobody ${at},,` : `Person ${at},p${at}@acme${at % 50}.example,Asked for a demo in row ${at}`,
  );
  const body = ["Name,Email,Notes", ...rows].join("\n");
  const answer = await fetch(`${server.url}/api/imports?name=leads.csv`, { method: "POST", body });
  if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as LeadImport;
}

function isImport(data: object): data is { done: number } {
  return "work" in data && data.work === "import" && "done" in data;
}

/** What a killed server left of an import, and how many leads there are. */
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
    const found = await importOf(server, id);
    if (found.state !== "running" && found.state !== "undoing") return found;
    await moment(50);
  }
}

async function importOf(server: ServerProcess, id: string): Promise<LeadImport> {
  return (await (await fetch(`${server.url}/api/imports/${id}`)).json()) as LeadImport;
}

async function leadCount(server: ServerProcess): Promise<number> {
  const stats = (await (await fetch(`${server.url}/api/dashboard/stats`)).json()) as { totalLeads: number };
  return stats.totalLeads;
}

function post(server: ServerProcess, path: string): Promise<Response> {
  return fetch(`${server.url}${path}`, { method: "POST" });
}
