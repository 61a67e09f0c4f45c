import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as moment } from "node:timers/promises";
import { describe, test, vi } from "vitest";
import { DEFAULT_RULE } from "#shared/contract/rule.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import type { LeadRecord } from "#shared/lead-record.ts";
import { openStore, type StoreOptions } from "#server/db/open-store.ts";
import { KILL_ROUNDS } from "#test/thorough.ts";
import { endLeases } from "#test/postgres.ts";
import { startServer } from "#test/server-process.ts";
import { addLeads, migratedDatabase, oneEngine } from "#test/stores.ts";

const LEADS = 2_500;
const PATIENCE = 60_000;
const RULE = { ...DEFAULT_RULE, name: "Intent", createdAt: "2026-05-01T10:00:00.000Z" };

// Concurrent: most of the time is spent waiting for a server to start.
describe.concurrent.each(oneEngine("postgres"))("killed in the middle of rescoring all leads, on %s", (engine) => {
  test("resumes where it was, and logs each lead once", { timeout: 300_000 }, async ({ expect }) => {
    const dataDir = await mkdtemp(join(tmpdir(), "winnow-kill-"));
    const databaseUrl = await migratedDatabase(engine, dataDir);
    const where: StoreOptions = { dataDir, databaseUrl };
    const ids = await openFor(where, async (store) => {
      await store.rules.create({ ...RULE, keywords: ["demo"], scoreWeight: 40 });
      const unscored: Partial<LeadRecord> = {
        status: "pending",
        statusSetBy: "rule",
        score: 0,
        scoreParts: [],
        keywords: [],
      };
      return addLeads(
        store,
        Array.from({ length: LEADS }, () => ({ ...unscored, notes: "A demo" })),
      );
    });
    const qualified = (): Promise<number> => openFor(where, async (store) => (await store.leads.totals()).qualified);

    let before = 0;
    let cutOff = 0;
    for (let kill = 1; kill <= KILL_ROUNDS; kill += 1) {
      // It starts automatically, since scores are behind the rules.
      const server = await startServer({
        dataDir,
        env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
      });
      const target = ids[Math.floor((LEADS * kill) / (KILL_ROUNDS + 2))] ?? "";
      while ((await server.ask<Lead>("GET", `/api/leads/${target}`)).status !== "qualified") await moment(10);
      await server.kill();
      const now = await qualified();
      expect(now).toBeGreaterThanOrEqual(before);
      if (now < LEADS) cutOff += 1;
      before = now;
      if (databaseUrl !== undefined) await endLeases(databaseUrl);
    }
    expect(cutOff).toBeGreaterThan(0);

    const server = await startServer({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
    await vi.waitFor(
      async () => expect((await server.ask<Lead>("GET", `/api/leads/${ids.at(-1) ?? ""}`)).status).toBe("qualified"),
      PATIENCE,
    );
    expect(await server.stop()).toBe(0);
    await openFor(where, async (store) => {
      expect(await store.leads.totals()).toEqual({ pending: 0, qualified: LEADS, approved: 0, rejected: 0 });
      for (let at = 0; at < LEADS; at += 97) {
        const entries = await store.journal.ofLead(ids[at] ?? "", 9);
        expect(entries.map(({ description }) => description)).toEqual(["Was pending. Score 40 (Intent 40)"]);
      }
    });
    await rm(dataDir, { recursive: true });
  });
});

async function openFor<T>(
  where: StoreOptions,
  act: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
): Promise<T> {
  const store = await openStore(where);
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}
