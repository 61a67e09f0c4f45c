import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { listenTo, type EventStream } from "#test/http/event-stream.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { startGooglePeer, type GooglePeer } from "#test/peers/google/google-peer.ts";
import { sampleLeads } from "#test/peers/google/sample-leads.ts";
import { migratedPostgres, oneEngine } from "#test/stores.ts";

let google: GooglePeer;
beforeAll(async () => {
  google = await startGooglePeer();
});
afterAll(() => google.close());

async function listening(winnow: TestWinnow): Promise<EventStream> {
  const events = await listenTo(await winnow.app.listen({ host: "127.0.0.1", port: 0 }));
  onTestFinished(() => events.close());
  return events;
}

describe.each(oneEngine("sqlite"))("events on %s", (engine) => {
  test("each change names what to refetch", async () => {
    const winnow = await freshWinnow(engine, { google });
    const events = await listening(winnow);
    const changed = (topic: string, leadId?: string) =>
      events.until(
        ({ event, data }) =>
          event === "changed" &&
          data.topics.some((one) => one === topic) &&
          (leadId === undefined || data.leadIds?.includes(leadId) === true),
      );

    const { id } = await winnow.ok("POST /api/leads", { body: { name: "Ann Lee", email: "ann@acme.example" } });
    await changed("leads", id);
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"] } });
    await changed("rules");
    await winnow.ok("PUT /api/settings", { body: { autoSync: false } });
    await changed("settings");
    await connectSheet(winnow, google, [["Name", "Email"]]);
    await changed("data-sources");
    await changed("status");
    await changed("activity");
    expect(events.heard.every(({ event }) => event === "changed")).toBe(true);
  });

  test("a sync reports its progress and its end", async () => {
    const winnow = await freshWinnow(engine, { google });
    await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
    await connectSheet(winnow, google, sampleLeads(1_200), "Fair");
    const events = await listening(winnow);
    await sync(winnow);
    // The sync's own job sends events, too.
    await events.until(({ event, data }) => event === "progress" && data.work === "sync" && data.finished);
    const progress = events.heard.flatMap((one) =>
      one.event === "progress" && one.data.work === "sync" ? [one.data] : [],
    );
    expect(progress[0]).toMatchObject({ done: 0, total: null, finished: false });
    expect(progress.at(-1)).toMatchObject({ done: 1_200, total: 1_200, finished: true });
    // Progress is throttled, so the number of events depends on speed.
    const between = progress.slice(1, -1);
    expect(between.length).toBeLessThanOrEqual(5);
    for (const message of between) expect(message).toMatchObject({ total: 1_200, finished: false });
    const done = progress.map((message) => message.done);
    expect(done).toEqual(done.toSorted((one, other) => one - other));
    for (const rows of done) expect([0, 750, 1_200]).toContain(rows);
    expect(new Set(progress.map(({ work, label }) => `${work} ${label}`))).toEqual(new Set(["sync Fair"]));
  });

  test("a new stream starts with what changed since the page began to load", async () => {
    const winnow = await freshWinnow(engine, { google });
    const url = await winnow.app.listen({ host: "127.0.0.1", port: 0 });
    const first = await listenTo(url);
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"] } });
    await first.until(({ event, data }) => event === "changed" && data.topics.includes("rules"));
    const page = await listenTo(url, "?age=60000");
    await page.until(({ event, data }) => event === "changed" && data.topics.includes("rules"));
    const refused = await fetch(`${url}/api/events?age=yesterday`);
    expect(refused.status).toBe(400);
    const other = await listenTo(url);
    await winnow.ok("PUT /api/settings", { body: { autoSync: false } });
    await other.until(({ event, data }) => event === "changed" && data.topics.includes("settings"));
    expect(other.heard.flatMap(({ data }) => ("topics" in data ? data.topics : []))).not.toContain("rules");
    for (const stream of [first, page, other]) stream.close();
  });

  test("a reader who disconnects leaves nothing behind", async () => {
    const winnow = await freshWinnow(engine, { google });
    const url = await winnow.app.listen({ host: "127.0.0.1", port: 0 });
    const first = await listenTo(url);
    first.close();
    await expect(first.ended).rejects.toThrow("aborted");
    const second = await listenTo(url);
    await winnow.ok("PUT /api/settings", { body: { autoSync: false } });
    await second.until(({ event }) => event === "changed");
    second.close();
  });
});

test("readers of one process hear changes of another, whose answers are fresh", async () => {
  const databaseUrl = await migratedPostgres();
  const [here, there] = [
    await freshWinnow("postgres", { databaseUrl }),
    await freshWinnow("postgres", { databaseUrl }),
  ];
  const events = await listening(there);
  expect((await there.ok("GET /api/dashboard/stats")).totalLeads).toBe(0);
  const { id } = await here.ok("POST /api/leads", { body: { name: "Ann Lee", email: "ann@acme.example" } });
  await events.until(({ event, data }) => event === "changed" && data.leadIds?.includes(id) === true);
  expect((await there.ok("GET /api/dashboard/stats")).totalLeads).toBe(1);
  expect((await there.call("GET /api/leads", { query: { status: "all" } })).headers["x-total-count"]).toBe("1");
});
