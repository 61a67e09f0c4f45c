import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Lead, LeadRow } from "#shared/contract/leads/lead.ts";
import { DAY, HOUR } from "#shared/durations.ts";
import { checkAddresses } from "#server/features/address-check/check-addresses.ts";
import { suppressAddress } from "#server/features/follow-ups/suppression.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { readCsv } from "#test/http/read-csv.ts";
import { startDnsPeer, type DnsPeer } from "#test/peers/dns/dns-peer.ts";
import { oneEngine } from "#test/stores.ts";

let dns: DnsPeer;
beforeAll(async () => {
  dns = await startDnsPeer();
});
afterAll(() => dns.close());

describe.each(oneEngine("sqlite"))("address quality on %s", (engine) => {
  let winnow: TestWinnow;
  let now: number;
  beforeEach(async () => {
    dns.zones.clear();
    dns.queries.length = 0;
    now = Date.parse("2026-11-20T09:00:00.000Z");
    winnow = await freshWinnow(engine, { clock: () => new Date(now), dns: dns.server });
  });

  const add = async (email: string, more: object = {}): Promise<string> =>
    (await winnow.ok("POST /api/leads", { body: { name: email, email, ...more } })).id;
  const check = () => checkAddresses(winnow.workspace);
  const mark = async (id: string) => {
    const { addressQuality, addressReason } = await winnow.ok("GET /api/leads/{id}", { id });
    return [addressQuality, addressReason];
  };

  test("marks leads with the reason, and filters the list, its count and the export by it", async () => {
    dns.zones.set("acme.test", { mx: ["mx.acme.test"] });
    dns.zones.set("null.test", { mx: [""] });
    dns.zones.set("broken.test", { failure: "servfail" });
    const added = {
      good: await add("ann@acme.test"),
      risky: await add("info@acme.test"),
      bad: await add("bo@null.test"),
      unknown: await add("cy@broken.test"),
    };
    expect(await mark(added.bad)).toEqual(["unknown", ""]);
    expect(await check()).toBe(4);
    expect(await mark(added.good)).toEqual(["good", "The domain has a mail server."]);
    expect(await mark(added.risky)).toEqual(["risky", "Shared mailbox, not a person."]);
    expect(await mark(added.bad)).toEqual(["bad", "The domain doesn't accept email (null MX)."]);
    expect(await mark(added.unknown)).toEqual(["unknown", "DNS didn't answer."]);
    for (const [addressQuality, id] of Object.entries(added)) {
      const answer = await winnow.call("GET /api/leads", { query: { addressQuality, view: "row" } });
      expect(answer.json<LeadRow[]>().map((lead) => lead.id)).toEqual([id]);
      expect(answer.headers["x-total-count"]).toBe("1");
      const csv = await winnow.app.inject({ url: `/api/leads/export?status=all&addressQuality=${addressQuality}` });
      const [headings = [], ...rows] = readCsv(csv.body);
      expect(rows.map((row) => row[headings.indexOf("Email quality")])).toEqual([addressQuality]);
    }
    const wrong = await winnow.call("GET /api/leads", { query: { addressQuality: "great" } });
    expect(wrong.statusCode).toBe(400);
  });

  test("looks up each domain once within its time to live", async () => {
    dns.zones.set("acme.test", { mx: ["mx.acme.test"], ttl: 3_600 });
    await add("ann@acme.test");
    await add("bo@acme.test");
    await check();
    now += HOUR - 1_000;
    await add("cy@acme.test");
    await check();
    expect(dns.queries).toEqual(["MX acme.test"]);
    now += 1_000;
    await add("di@acme.test");
    await check();
    expect(dns.queries).toHaveLength(2);
    expect(await check()).toBe(0);
  });

  test("checks a changed address again, and every address after a month", async () => {
    dns.zones.set("acme.test", { mx: ["mx.acme.test"] });
    const id = await add("ann@acme.test");
    await check();
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { email: "ann@gone.test" } });
    expect(await mark(id)).toEqual(["unknown", ""]);
    await check();
    expect(await mark(id)).toEqual(["bad", "The domain doesn't exist."]);
    dns.zones.set("gone.test", { mx: ["mx.gone.test"] });
    now += 30 * DAY;
    await check();
    expect(await mark(id)).toEqual(["good", "The domain has a mail server."]);
  });

  test("keeps a good address good while DNS is unreachable, forgets that one was bad, and tries again later", async () => {
    dns.zones.set("acme.test", { mx: ["mx.acme.test"] });
    const [known, gone, other] = [await add("ann@acme.test"), await add("cy@gone.test"), await add("bo@other.test")];
    dns.zones.set("other.test", { failure: "servfail" });
    await check();
    expect(await mark(gone)).toEqual(["bad", "The domain doesn't exist."]);
    dns.zones.set("acme.test", { failure: "servfail" });
    dns.zones.set("gone.test", { failure: "servfail" });
    now += 30 * DAY;
    await check();
    expect(await mark(known)).toEqual(["good", "The domain has a mail server."]);
    expect(await mark(gone)).toEqual(["unknown", "DNS didn't answer."]);
    expect(await mark(other)).toEqual(["unknown", "DNS didn't answer."]);
    dns.zones.delete("other.test");
    now += HOUR;
    await check();
    expect(await mark(other)).toEqual(["bad", "The domain doesn't exist."]);
  });

  test("marks an address bad after our own email bounced, until that is lifted", async () => {
    dns.zones.set("acme.test", { mx: ["mx.acme.test"] });
    const id = await add("ann@acme.test");
    await check();
    const message = { addressKey: "ann@acme.test", leadId: id } as Parameters<typeof suppressAddress>[1];
    await suppressAddress(winnow.workspace, message, "unreachable", "No such user");
    await check();
    expect(await mark(id)).toEqual(["bad", "Our email bounced: No such user"]);
    await winnow.ok("POST /api/leads/{id}/suppression/lift", { id, body: { reason: "They have a new mailbox" } });
    await check();
    expect(await mark(id)).toEqual(["good", "The domain has a mail server."]);
  });

  test("checks an address before a follow-up, which a bad one doesn't get", async () => {
    dns.zones.set("acme.test", { mx: ["mx.acme.test"], ttl: 60 });
    const id = await add("ann@acme.test");
    await check();
    dns.zones.delete("acme.test");
    now += HOUR;
    const params = { questionId: `${id}-phone` };
    const refused = await winnow.call("POST /api/leads/{id}/follow-ups/{questionId}/send", { id, params });
    expect(refused.json()).toMatchObject({
      detail: "Email can't arrive at this address. The domain doesn't exist.",
    });
    const questions = await winnow.ok("GET /api/leads/{id}/follow-ups", { id });
    expect(questions.find(({ questionType }) => questionType === "phone")?.obstacle).toContain("doesn't exist");
  });

  test("rules score the quality of an address, and score it again when it changes", async () => {
    dns.zones.set("acme.test", { mx: ["mx.acme.test"], ttl: 60 });
    const id = await add("ann@acme.test", { notes: "Good budget" });
    const score = async () => (await winnow.ok("GET /api/leads/{id}", { id })).score;
    const rule = { name: "Deliverable", keywords: ["good"], scoreWeight: 20, fields: ["emailQuality"] };
    await winnow.ok("POST /api/rules", { body: rule });
    await winnow.ok("POST /api/rules", { body: { name: "Budget", keywords: ["budget"], scoreWeight: 30 } });
    expect(await score()).toBe(30);
    await check();
    await expect.poll(score).toBe(50);
    const { explanation } = await winnow.ok("GET /api/leads/{id}", { id });
    expect(explanation.parts).toContainEqual(expect.objectContaining({ field: "emailQuality", excerpt: "good" }));
    dns.zones.delete("acme.test");
    now += 30 * DAY;
    await check();
    await expect.poll(score).toBe(30);
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { email: "ann@other.test" } });
    expect(await score()).toBe(30);
  });

  test("undoes an edit after its address was checked", async () => {
    dns.zones.set("acme.test", { mx: ["mx.acme.test"] });
    const id = await add("ann@acme.test");
    await check();
    const edit = await winnow.call("PATCH /api/leads/{id}", { id, body: { email: "ann@gone.test" } });
    await check();
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(edit.headers["x-act-id"]) });
    await check();
    expect(await mark(id)).toEqual(["good", "The domain has a mail server."]);
  });
});

test("without lookups, only what addresses and our own email show is known", async () => {
  const winnow = await freshWinnow("sqlite");
  for (const email of ["ann@acme.test", "info@acme.test"]) {
    await winnow.ok("POST /api/leads", { body: { name: email, email } });
  }
  await checkAddresses(winnow.workspace);
  const leads = (await winnow.ok("GET /api/leads")) as Lead[];
  expect(leads.map(({ addressQuality, addressReason }) => [addressQuality, addressReason])).toEqual([
    ["risky", "Shared mailbox, not a person."],
    ["unknown", "DNS lookups are turned off."],
  ]);
});
