import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { listenTo } from "#test/http/event-stream.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
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
      await ask(server, "PUT", "/api/settings", { maxLeadsPerSync: null });
      const config = { spreadsheetId: id, authMethod: "api_key", apiKey: "bulk-key" };
      await ask(server, "POST", "/api/data-sources", { name: "Fair", type: "google_sheets", config });
      await ask(server, "POST", "/api/sync-leads");
      const before = (await ask(server, "GET", "/api/leads")) as Lead[];

      const events = await listenTo(server.url);
      const deleting = ask(server, "POST", "/api/leads/bulk-delete", { selection: { filter: {} } }).catch(() => null);
      await events.until(({ event, data }) => event === "progress" && "work" in data && data.work === "bulk");
      await server.kill();
      expect(await deleting).toBeNull();

      server = await startServer({ dataDir, env });
      const left = (await ask(server, "GET", "/api/leads")) as Lead[];
      const gone = before.length - left.length;
      expect(gone).toBeGreaterThan(0);
      expect(gone).toBeLessThan(before.length);
      const lines = (await ask(server, "GET", "/api/dashboard/activity")) as { id: string; title: string }[];
      expect(lines[0]?.title).toBe(`${gone.toLocaleString("en")} leads deleted`);
      const undone = await ask(server, "POST", `/api/journal/${lines[0]?.id ?? ""}/undo`);
      expect(undone).toMatchObject({ kept: 0 });
      expect(content((await ask(server, "GET", "/api/leads")) as Lead[])).toEqual(content(before));
      expect(await server.stop()).toBe(0);
      await rm(dataDir, { recursive: true });
    },
  );
});

async function ask({ url }: ServerProcess, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
