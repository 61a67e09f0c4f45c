import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { startServer } from "#test/server-process.ts";
import { migratedDatabase, oneEngine } from "#test/stores.ts";

/** Enough chunks that the kill comes in the middle of a deletion. */
const ROWS = 8_000;

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

/** A lead without its update time, which an undo changes too, and without what the address check adds. */
const content = (leads: readonly Lead[]) =>
  leads.map((lead) => ({ ...lead, updatedAt: "", processedAt: "", addressQuality: null, addressReason: "" }));

// Concurrent, because each waits for its own process.
describe.concurrent("killed in the middle of a bulk action", () => {
  test.for(oneEngine("sqlite"))(
    "on %s, keeps and counts what was done, and can undo it",
    async (engine, { expect }) => {
      const dataDir = await mkdtemp(join(tmpdir(), "winnow-bulk-kill-"));
      const databaseUrl = await migratedDatabase(engine, dataDir);
      google.addApiKey("bulk-key");
      const id = `bulk-killed-on-${engine}`;
      google.setSheet(id, "Sheet1", sampleLeads(ROWS));
      google.spreadsheet(id).isPublic = true;
      const env = {
        WINNOW_GOOGLE_SHEETS_URL: google.sheetsUrl,
        WINNOW_GOOGLE_TOKEN_URL: google.tokenUrl,
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      };
      let server = await startServer({ dataDir, env });
      await server.ask("PUT", "/api/settings", { maxLeadsPerSync: null });
      const config = { spreadsheetId: id, authMethod: "api_key", apiKey: "bulk-key" };
      await server.ask("POST", "/api/data-sources", { name: "Fair", type: "google_sheets", config });
      await server.ask("POST", "/api/sync-leads");
      const before = await server.ask<Lead[]>("GET", "/api/leads");

      const events = await listenTo(server.url);
      const deleting = server.ask("POST", "/api/leads/bulk-delete", { selection: { filter: {} } }).catch(() => null);
      await events.until(({ event, data }) => event === "progress" && "work" in data && data.work === "bulk");
      await server.kill();
      expect(await deleting).toBeNull();

      server = await startServer({ dataDir, env });
      const left = await server.ask<Lead[]>("GET", "/api/leads");
      const gone = before.length - left.length;
      expect(gone).toBeGreaterThan(0);
      expect(gone).toBeLessThan(before.length);
      const lines = await server.ask<{ id: string; title: string }[]>("GET", "/api/dashboard/activity");
      expect(lines[0]?.title).toBe(`${gone.toLocaleString("en")} leads deleted`);
      const undone = await server.ask("POST", `/api/journal/${lines[0]?.id ?? ""}/undo`);
      expect(undone).toMatchObject({ kept: 0 });
      expect(content(await server.ask<Lead[]>("GET", "/api/leads"))).toEqual(content(before));
      expect(await server.stop()).toBe(0);
      await rm(dataDir, { recursive: true });
    },
  );
});
