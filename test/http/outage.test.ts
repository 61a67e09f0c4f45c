import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "#shared/contract/common.ts";
import { exactly, openWinnow, type TestWinnow } from "#test/harness.ts";
import { startPostgres, type TestPostgres } from "#test/postgres.ts";

let postgres: TestPostgres;
let winnow: TestWinnow;
beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  winnow = await openWinnow("postgres", { databaseUrl: await postgres.createDatabase() });
});
afterAll(async () => {
  await winnow.close();
  await postgres.stop();
});

const statusOf = async (url: string): Promise<number> => (await winnow.app.inject({ url })).statusCode;

test("while PostgreSQL is down every call says so, and recovers when it is back", async () => {
  const lead = await winnow.ok("POST /api/leads", { body: { name: "Ann Lee", email: "ann@acme.example" } });
  expect(await statusOf("/readyz")).toBe(200);
  await postgres.halt();

  expect(await statusOf("/healthz")).toBe(200);
  const bo = { name: "Bo Berg", email: "bo@berg.example" };
  for (const answer of [
    await winnow.app.inject({ url: "/readyz" }),
    await winnow.call("GET /api/leads"),
    await winnow.call("GET /api/leads", { query: { limit: 10 } }),
    await winnow.call("GET /api/leads/{id}", { id: lead.id }),
    await winnow.call("POST /api/leads", { body: bo }),
    await winnow.call("PATCH /api/leads/{id}", { id: lead.id, body: { status: "rejected" } }),
    await winnow.call("POST /api/sync-leads"),
    await winnow.app.inject({ url: "/api/leads/export?status=all&search=ann" }),
  ]) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("2");
    const { type, detail } = exactly(Problem, answer.json());
    expect([type, detail]).toEqual([
      "urn:winnow:problem:store_unreachable",
      "The database isn't responding. Try again in a moment.",
    ]);
  }

  await postgres.resume();
  await expect.poll(() => statusOf("/readyz")).toBe(200);
  expect(await winnow.ok("GET /api/leads")).toEqual([lead]);
  expect(await winnow.ok("POST /api/leads", { body: bo })).toMatchObject(bo);
});

test("after that, changes are announced again", async () => {
  const heard: string[] = [];
  winnow.workspace.feed.onMessage(({ data }) => heard.push(JSON.stringify(data)));
  // The listening connection reconnects later; anything announced before that is missed.
  let autoSync = false;
  await expect
    .poll(async () => {
      autoSync = !autoSync;
      await winnow.ok("PUT /api/settings", { body: { autoSync } });
      return heard.some((data) => data.includes('"settings"'));
    })
    .toBe(true);
});
