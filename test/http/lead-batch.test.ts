import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { runHousekeeping } from "#server/jobs/schedules/housekeeping.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { oneEngine } from "#test/stores.ts";

const BATCH = "POST /api/leads/batch";
const ADA = { externalId: "crm-1", name: "Ada Lovelace", email: "ada@analytical.example", notes: "Asked for a demo" };
const BOB = { name: "Bob Stone", phone: "+49 30 901820", facts: [{ name: "Plan", value: "Pro" }], tags: ["Fair"] };

async function send(winnow: TestWinnow, leads: readonly unknown[], key?: string) {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  return winnow.ok(BATCH, { body: { leads }, headers });
}

const leadsOf = async (winnow: TestWinnow) => winnow.ok("GET /api/leads", { query: { sort: "createdAt" } });

describe.each(oneEngine("postgres"))("a batch of leads on %s", (engine) => {
  test("adds, updates and leaves leads as intake decides, and reports each row in order", async () => {
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
    const first = await send(winnow, [ADA, { email: "not an address" }, BOB, null, { name: "Nobody" }]);
    expect(first).toMatchObject({ created: 2, updated: 0, unchanged: 0, rejected: 3 });
    const [ada, invalid, bob, nothing, nobody] = first.results;
    expect([ada, bob]).toMatchObject([
      { index: 0, outcome: "created" },
      { index: 2, outcome: "created" },
    ]);
    expect(invalid).toEqual({ index: 1, outcome: "rejected", error: "email: Enter a valid email address." });
    expect(nothing).toMatchObject({
      index: 3,
      outcome: "rejected",
      error: expect.stringContaining("object") as string,
    });
    expect(nobody).toMatchObject({
      index: 4,
      outcome: "rejected",
      error: expect.stringMatching(/contact|email/iu) as string,
    });
    expect(await leadsOf(winnow)).toMatchObject([
      { id: ada?.id, source: "api", status: "qualified", score: 40, sourceData: { externalId: "crm-1" } },
      { id: bob?.id, source: "api", status: "pending", tags: ["Fair"] },
    ]);
    const { provenance } = await winnow.ok("GET /api/leads/{id}", { id: ada?.id ?? "" });
    expect(provenance["email"]).toMatchObject({ source: "api", method: "field", locator: "record crm-1" });

    const moved = { ...ADA, email: "ada@engine.example", title: "Countess" };
    const second = await send(winnow, [
      moved,
      BOB,
      moved,
      { email: "new@engine.example" },
      { email: "NEW@engine.example" },
    ]);
    expect(second.results).toMatchObject([
      { outcome: "updated", id: ada?.id },
      { outcome: "unchanged", id: bob?.id },
      { outcome: "unchanged", id: ada?.id },
      { outcome: "created" },
      { outcome: "updated" },
    ]);
    expect(second.results[3]?.id).toBe(second.results[4]?.id);
    expect(await winnow.ok("GET /api/leads/{id}", { id: ada?.id ?? "" })).toMatchObject({
      email: "ada@engine.example",
      title: "Countess",
    });
  });

  test("answers a repeated key with the first answer, and refuses the key for another request", async () => {
    const winnow = await freshWinnow(engine);
    const answers = await Promise.all([send(winnow, [ADA, BOB], "once"), send(winnow, [ADA, BOB], "once")]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ created: 2 });
    expect(await send(winnow, [ADA, BOB], "twice")).toMatchObject({ unchanged: 2, actId: null });
    const other = await winnow.call(BATCH, { body: { leads: [BOB] }, headers: { "idempotency-key": "once" } });
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ type: "urn:winnow:problem:idempotency_key_reused" });
    expect(await leadsOf(winnow)).toHaveLength(2);
  });

  test("undoes a batch except for leads that have changed since", async () => {
    const winnow = await freshWinnow(engine);
    const known = await winnow.ok("POST /api/leads", { body: { name: "Cy Young", email: "cy@ball.example" } });
    const { results, actId } = await send(winnow, [ADA, BOB, { email: "cy@ball.example", phone: "+49 30 901821" }]);
    await winnow.ok("PATCH /api/leads/{id}", { id: results[0]?.id ?? "", body: { title: "Countess" } });
    await winnow.ok("POST /api/journal/{id}/undo", { id: actId ?? "" });
    expect(await leadsOf(winnow)).toMatchObject([
      { id: known.id, phone: "" },
      { id: results[0]?.id, title: "Countess" },
    ]);
    const { acts } = await winnow.ok("GET /api/journal");
    expect(acts[0]).toMatchObject({
      title: "Undone: 3 leads added or updated through the API",
      description: "2 restored, 1 skipped because they have changed since",
    });
  });
});

describe.each(oneEngine("sqlite"))("the limits of a batch on %s", (engine) => {
  test("takes 1,000 leads, and refuses more, none, or too large a body", async () => {
    const winnow = await freshWinnow(engine);
    const many = Array.from({ length: LIMITS.leadBatch.leads }, (_, at) => ({ email: `p${at}@many.example` }));
    expect(await send(winnow, many)).toMatchObject({ created: 1_000, rejected: 0 });
    const refused = async (body: object, headers = {}) => {
      const { statusCode, body: text } = await winnow.call(BATCH, { body, headers });
      return [statusCode, (JSON.parse(text) as { detail: string }).detail];
    };
    expect(await refused({ leads: [...many, ADA] })).toEqual([422, "leads: Send at most 1,000 leads at once"]);
    expect(await refused({ leads: [] })).toEqual([422, "leads: Send at least one lead"]);
    expect(await refused({ leads: [{ notes: "x".repeat(LIMITS.requestBodyBytes) }] })).toEqual([
      413,
      "The request is larger than 1 MB. Send less at once.",
    ]);
    const key = { "idempotency-key": "k".repeat(256) };
    expect(await refused({ leads: [ADA] }, key)).toEqual([400, "idempotency-key: At most 255 characters"]);
  });

  test("forgets answers after a day", async () => {
    let now = new Date("2026-05-01T10:00:00Z");
    const winnow = await freshWinnow(engine, { clock: () => now });
    await send(winnow, [ADA], "daily");
    now = new Date("2026-05-02T11:00:00Z");
    await runHousekeeping(winnow.workspace);
    expect(await send(winnow, [ADA], "daily")).toMatchObject({ unchanged: 1 });
  });

  test("doesn't bring back a deleted lead", async () => {
    const winnow = await freshWinnow(engine);
    const { results } = await send(winnow, [ADA]);
    await winnow.ok("DELETE /api/leads/{id}", { id: results[0]?.id ?? "" });
    expect((await send(winnow, [ADA])).results).toEqual([{ index: 0, outcome: "rejected", error: "Deleted earlier" }]);
  });
});
