import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { JobPage } from "#shared/contract/job.ts";
import { API_KEY } from "#test/http/endpoint-examples.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import { migratedPostgres } from "#test/stores.ts";

const TIMEOUT = 180_000;
const SHEET = "of-two-processes";

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
  google.addApiKey(API_KEY);
  google.setSheet(SHEET, "Sheet1", sampleLeads(3));
  google.spreadsheet(SHEET).isPublic = true;
});
afterAll(() => google.close());

/** One process that serves and one that works, with a connected sheet. */
async function serverAndWorker(): Promise<{ web: ServerProcess; worker: ServerProcess }> {
  const env = {
    DATABASE_URL: await migratedPostgres(),
    WINNOW_SECRET_KEY: "what both processes share",
    WINNOW_GOOGLE_SHEETS_URL: google.sheetsUrl,
    WINNOW_GOOGLE_TOKEN_URL: google.tokenUrl,
  };
  const web = await startServer({ env: { ...env, WINNOW_ROLE: "web" } });
  const worker = await startServer({ env: { ...env, WINNOW_ROLE: "worker" } });
  onTestFinished(async () => void (await Promise.all([web.stop(), worker.stop()])));
  const config = { spreadsheetId: SHEET, authMethod: "api_key", apiKey: API_KEY };
  await post(web, "/api/data-sources", { name: "Fair", type: "google_sheets", config });
  return { web, worker };
}

describe("a request to a process that only serves", () => {
  test(
    "is done by the worker, answered as usual, and can be canceled from anywhere",
    { timeout: TIMEOUT },
    async () => {
      const { web } = await serverAndWorker();
      expect(await post(web, "/api/sync-leads")).toMatchObject({ processed: 3, created: 3, canceled: false });
      const { jobs } = (await (await fetch(`${web.url}/api/jobs?kind=sync`)).json()) as JobPage;
      expect(jobs).toMatchObject([{ state: "done", by: "You", message: "3 rows read, 3 new, 0 updated." }]);

      const arrived = google.arrival("values");
      const held = Promise.withResolvers<void>();
      google.failNext({ on: "values", holdUntil: held.promise });
      const syncing = post(web, "/api/sync-leads");
      await arrived;
      expect(await post(web, "/api/sync-leads/cancel")).toEqual({ canceled: true });
      expect(await syncing).toMatchObject({ canceled: true, sources: [{ outcome: "canceled" }] });
      held.resolve();
      expect(await post(web, "/api/sync-leads/cancel")).toEqual({ canceled: false });
    },
  );

  test("waits for a worker, and is notified when its own process stops", { timeout: TIMEOUT }, async () => {
    const { web, worker } = await serverAndWorker();
    await worker.stop();
    const waiting = fetch(`${web.url}/api/sync-leads`, { method: "POST" });
    const syncs = async (): Promise<number> =>
      ((await (await fetch(`${web.url}/api/jobs?kind=sync&state=waiting`)).json()) as JobPage).jobs.length;
    await expect.poll(syncs).toBe(1);
    const [code, answer] = await Promise.all([web.stop(), waiting]);
    expect(code).toBe(0);
    expect(answer.status).toBe(503);
    expect(((await answer.json()) as { type: string }).type).toBe("urn:winnow:problem:stopping");
  });
});

async function post({ url }: ServerProcess, path: string, body?: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url + path, { method: "POST", ...(body && { headers, body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}
