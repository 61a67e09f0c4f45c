import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test, vi } from "vitest";
import type { LatestReplay } from "#shared/contract/replay.ts";
import type { LeadsAddress } from "#server/db/lead-reader/leads-view.ts";
import { openStore } from "#server/db/open-store.ts";
import { changeBehindItsBack } from "#test/another-program.ts";
import { FILE_READER_VERSION } from "#server/pipeline/sources/file-import/reader-version.ts";
import { startServer } from "#test/server-process.ts";
import { migratedDatabase, oneEngine } from "#test/stores.ts";

/** Enough parts that the kill comes in the middle. */
const ROWS = 1_200;
const PATIENCE = 120_000;
/** What an earlier, worse reader would have left. */
const MISREAD = `update leads set company = '?', raw_data = replace(raw_data, '"readBy":${FILE_READER_VERSION}', '"readBy":0')`;

// Concurrent, because each waits for its own process.
describe.concurrent.each(oneEngine("postgres"))("killed while applying a reread on %s", (engine) => {
  test("continues with the rest as one action that can be undone", async ({ expect }) => {
    const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
    const databaseUrl = await migratedDatabase(engine, dataDir);
    const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const address: LeadsAddress =
      databaseUrl === undefined
        ? { engine: "sqlite", file: join(dataDir, "winnow.db") }
        : { engine: "postgres", url: databaseUrl };
    let server = await startServer({ dataDir, env });
    const latest = async () => (await server.ask<LatestReplay>("GET", "/api/replays/latest")).replay;
    const until = (state: string) =>
      vi.waitFor(async () => expect((await latest())?.state).toBe(state), { timeout: PATIENCE, interval: 100 });
    const companies = async () => {
      const leads = await server.ask<{ company: string }[]>("GET", "/api/leads");
      return Object.fromEntries(
        Object.entries(Object.groupBy(leads, ({ company }) => company)).map(([name, of]) => [name, of?.length]),
      );
    };

    const rows = Array.from({ length: ROWS }, (_, at) => `Person ${at},p${at}@lee.example,Acme`);
    const { id: importId } = await server.ask<{ id: string }>(
      "POST",
      "/api/imports?name=fair.csv",
      ["Name,Email,Company", ...rows].join("\n"),
    );
    await server.ask("POST", `/api/imports/${importId}/start`);
    const imported = async () => (await server.ask<{ state: string }>("GET", `/api/imports/${importId}`)).state;
    await vi.waitFor(async () => expect(await imported()).toBe("finished"), { timeout: PATIENCE, interval: 100 });
    expect(await companies()).toEqual({ Acme: ROWS });
    await changeBehindItsBack(address, MISREAD);
    await server.ask("POST", "/api/replays", {});
    await until("ready");
    const shown = await latest();
    expect(shown).toMatchObject({ leadsChanged: ROWS });
    const id = shown?.id ?? "";

    const applying = server.ask("POST", `/api/replays/${id}/apply`, {}).catch(() => null);
    await vi.waitFor(async () => expect((await latest())?.applied).toBeGreaterThan(0), {
      timeout: PATIENCE,
      interval: 5,
    });
    await server.kill();
    expect(await applying).toBeNull();

    // Read from the store, because a server continues at once.
    const store = await openStore({ dataDir, databaseUrl });
    const cutOff = await store.replays.latest();
    await store.close();
    expect(cutOff).toMatchObject({ state: "applying" });
    expect(cutOff?.applied).toBeGreaterThan(0);
    expect(cutOff?.applied).toBeLessThan(ROWS);
    server = await startServer({ dataDir, env });
    // Nobody presses anything.
    await until("applied");
    expect(await latest()).toMatchObject({ applied: ROWS, left: 0, actId: cutOff?.actId });
    expect(await companies()).toEqual({ Acme: ROWS });
    const lines = await server.ask<{ title: string }[]>("GET", "/api/dashboard/activity");
    expect(lines.map(({ title }) => title).filter((title) => title.endsWith("reprocessed"))).toEqual([
      "1,200 leads reprocessed",
    ]);
    expect(await server.ask("POST", `/api/journal/${cutOff?.actId ?? ""}/undo`)).toMatchObject({ kept: 0 });
    expect(await companies()).toEqual({ "?": ROWS });
    expect(await server.stop()).toBe(0);
    await rm(dataDir, { recursive: true });
  });
});
