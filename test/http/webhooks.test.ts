import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import type { NewWebhookEndpoint } from "#shared/contract/webhook-endpoint.ts";
import { DAY, HOUR, MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import { WEBHOOK_EVENTS } from "#shared/webhook-events.ts";
import { deliverDue, WEBHOOK_SECRETS } from "#server/features/webhooks/deliver.ts";
import { jobHandlers } from "#server/jobs/handlers/job-handlers.ts";
import { addDeliveries } from "#server/features/webhooks/start-delivering.ts";
import { openWinnow, type TestWinnow, type WinnowOptions } from "#test/harness.ts";
import { openQueue } from "#test/job-queues.ts";
import { jobsEnded } from "#test/jobs.ts";
import { MISBEHAVIOR, startWebhookReceiver, type WebhookReceiver } from "#test/peers/webhook/receiver.ts";
import type { PeerRequest } from "#test/peers/website/website-peer.ts";
import { type EngineName, oneEngine } from "#test/stores.ts";

interface Stage {
  winnow: TestWinnow;
  receiver: WebhookReceiver;
  id: string;
  secret: string;
  /** Sends what is due, then returns the messages received so far. */
  sent: () => Promise<{ type: string; timestamp: string; data: Record<string, unknown> }[]>;
  pass: (milliseconds: number) => void;
}

async function staged(
  engine: EngineName,
  endpoint: Partial<NewWebhookEndpoint> = {},
  options: WinnowOptions = {},
): Promise<Stage> {
  let ahead = 0;
  const receiver = await startWebhookReceiver();
  const winnow = await openWinnow(engine, { clock: () => new Date(Date.now() + ahead), ...options });
  onTestFinished(async () => {
    await winnow.close();
    await receiver.close();
  });
  const { id, secret } = await winnow.ok("POST /api/webhook-endpoints", {
    body: { url: receiver.url, events: [...WEBHOOK_EVENTS], ...endpoint },
  });
  return {
    winnow,
    receiver,
    id,
    secret,
    pass: (milliseconds) => void (ahead += milliseconds),
    async sent() {
      await addDeliveries(winnow.workspace);
      await jobsEnded(winnow.workspace);
      return receiver.requests.map(({ body }) => JSON.parse(body) as Awaited<ReturnType<Stage["sent"]>>[number]);
    },
  };
}

function addLead(winnow: TestWinnow, name = "Ann Lee") {
  return winnow.ok("POST /api/leads", {
    body: { name, email: `${name.replace(" ", ".").toLowerCase()}@acme.example`, company: "Acme" },
  });
}

function headersOf({ headers }: PeerRequest): Record<string, string> {
  return Object.fromEntries(
    ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, String(headers[name])]),
  );
}

describe.each(oneEngine("postgres"))("a webhook on %s", (engine) => {
  test("gets each change of a lead once, in order", async () => {
    const { winnow, sent } = await staged(engine);
    const { id } = await addLead(winnow);
    const { id: other } = await addLead(winnow, "Bo Berg");
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { company: "Acme Ltd" } });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "approved" } });
    await winnow.ok("POST /api/leads/bulk-status", { body: { selection: { ids: [id] }, status: "rejected" } });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "pending" } });
    await winnow.ok("POST /api/leads/{id}/merge", { id, body: { otherId: other } });
    await winnow.call("DELETE /api/leads/{id}", { id });
    const messages = await sent();
    expect(messages.filter(({ data }) => data["leadId"] === other).map(({ type }) => type)).toEqual(["lead.created"]);
    expect(messages.filter(({ data }) => data["leadId"] === id).map(({ type, data }) => ({ type, ...data }))).toEqual([
      { type: "lead.created", leadId: id },
      { type: "lead.updated", leadId: id, changed: ["company"] },
      { type: "lead.approved", leadId: id, previousStatus: "pending" },
      { type: "lead.rejected", leadId: id, previousStatus: "approved" },
      { type: "lead.updated", leadId: id, changed: ["status"], previousStatus: "rejected" },
      { type: "lead.merged", leadId: id, mergedLeadId: other },
      { type: "lead.updated", leadId: id, changed: ["name", "email"] },
      { type: "lead.deleted", leadId: id },
    ]);
  });

  test("gets a new score and rules' tags without a new status, and a status once", async () => {
    const { winnow, sent } = await staged(engine, { events: ["lead.updated", "lead.qualified"] });
    const { id } = await addLead(winnow);
    await winnow.ok("PUT /api/settings", { body: { qualificationThreshold: 50 } });
    const rule = { name: "Acme", keywords: ["acme"], scoreWeight: 20 };
    const { id: ruleId } = await winnow.ok("POST /api/rules", { body: rule });
    await winnow.ok("PATCH /api/rules/{id}", { id: ruleId, body: { tag: "Key account" } });
    await winnow.ok("POST /api/rules", { body: { name: "Berg", keywords: ["berg"], scoreWeight: 10 } });
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { company: "Acme Berg" } });
    await winnow.ok("PATCH /api/rules/{id}", { id: ruleId, body: { scoreWeight: 60 } });
    expect((await sent()).map(({ type, data }) => ({ type, ...data }))).toEqual([
      { type: "lead.updated", leadId: id, changed: ["score"] },
      { type: "lead.updated", leadId: id, changed: ["tags"] },
      { type: "lead.updated", leadId: id, changed: ["company", "score"] },
      { type: "lead.qualified", leadId: id, previousStatus: "pending" },
    ]);
  });

  test("gets a restored lead as added, marked as restored", async () => {
    const { winnow, sent } = await staged(engine, { events: ["lead.created", "lead.approved", "lead.deleted"] });
    const { id } = await addLead(winnow);
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "approved" } });
    const { headers } = await winnow.call("DELETE /api/leads/{id}", { id });
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(headers["x-act-id"]) });
    expect((await sent()).slice(2).map(({ type, data }) => ({ type, ...data }))).toEqual([
      { type: "lead.deleted", leadId: id },
      { type: "lead.created", leadId: id, restored: true },
      { type: "lead.approved", leadId: id, restored: true },
    ]);
  });

  test("gets what waited when its deletion is undone, and a new one doesn't", async () => {
    const { winnow, receiver, sent, pass, id } = await staged(engine);
    receiver.next(MISBEHAVIOR.broken);
    await addLead(winnow);
    await sent();
    const { headers } = await winnow.call("DELETE /api/webhook-endpoints/{id}", { id });
    await winnow.ok("POST /api/webhook-endpoints", { body: { url: `${receiver.url}/new`, events: ["lead.created"] } });
    pass(HOUR);
    expect(await sent()).toHaveLength(1);
    await winnow.ok("POST /api/journal/{id}/undo", { id: String(headers["x-act-id"]) });
    expect(await sent()).toHaveLength(2);
    const [first, again] = receiver.requests;
    expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  });

  test("is retried under the same ID before later events of the lead, which don't hold up others", async () => {
    const { winnow, receiver, sent, pass, id: endpointId } = await staged(engine);
    receiver.next(MISBEHAVIOR.broken);
    const { id } = await addLead(winnow);
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { company: "Acme Ltd" } });
    await sent();
    await addLead(winnow, "Bo Berg");
    expect((await sent()).map(({ type }) => type)).toEqual(["lead.created", "lead.created"]);
    const deliveries = await winnow.ok("GET /api/webhook-endpoints/{id}/deliveries", { id: endpointId });
    expect(deliveries.at(-1)).toMatchObject({
      state: "waiting",
      attempts: 1,
      answerStatus: 500,
      answer: "Internal error",
    });
    pass(10_000);
    expect((await sent()).slice(2).map(({ type }) => type)).toEqual(["lead.created", "lead.updated"]);
    const [first, , again] = receiver.requests;
    expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(again?.body).toBe(first?.body);
  });
});

describe("a webhook", () => {
  test("is signed as Standard Webhooks requires, with the old secret too for a day after a rotation", async () => {
    const { winnow, receiver, sent, secret, id, pass } = await staged("sqlite", { payload: "full" });
    await addLead(winnow);
    await sent();
    const { secret: newer } = await winnow.ok("POST /api/webhook-endpoints/{id}/rotate-secret", { id });
    await addLead(winnow, "Bo Berg");
    await sent();
    const [before, after] = receiver.requests;
    if (before === undefined || after === undefined) throw new Error("Two messages were sent.");
    const message = new Webhook(secret).verify(before.body, headersOf(before));
    expect(message).toMatchObject({ type: "lead.created", data: { lead: { name: "Ann Lee", company: "Acme" } } });
    expect(message).not.toMatchObject({ data: { lead: { rawData: expect.anything() as unknown } } });
    for (const valid of [secret, newer])
      expect(() => new Webhook(valid).verify(after.body, headersOf(after))).not.toThrow();
    expect(() => new Webhook(newer).verify(before.body, headersOf(before))).toThrow("No matching signature");
    pass(2 * DAY);
    const { secret: newest } = await winnow.ok("POST /api/webhook-endpoints/{id}/rotate-secret", { id });
    expect(newest).not.toBe(newer);
  });

  test("is retried now if the clock was ahead when it failed", async () => {
    const { winnow, receiver, sent, pass } = await staged("sqlite");
    pass(30 * DAY);
    receiver.next(MISBEHAVIOR.broken, MISBEHAVIOR.broken, MISBEHAVIOR.broken);
    for (const name of ["Ann Lee", "Bo Berg", "Cy Cole"]) await addLead(winnow, name);
    expect(await sent()).toHaveLength(3);
    // It rests, as the receiver is most likely down.
    pass(-30 * DAY);
    expect(await sent()).toHaveLength(6);
  });

  test("never shows its secret or the secret part of its URL again", async () => {
    const { winnow, secret, receiver } = await staged("sqlite");
    await winnow.ok("POST /api/webhook-endpoints", {
      body: { url: `${receiver.url}?key=hidden`, events: ["lead.created"] },
    });
    const { body } = await winnow.call("GET /api/webhook-endpoints");
    expect(body).not.toContain(secret);
    expect(body).not.toContain("hidden");
  });

  test("shows everyone the host of its URL, whose path may be a secret", async () => {
    const { winnow, receiver, sent, id } = await staged("sqlite");
    const url = `${receiver.url}/catch/CAPABILITY`;
    await winnow.ok("PATCH /api/webhook-endpoints/{id}", { id, body: { url } });
    receiver.next(MISBEHAVIOR.gone);
    await addLead(winnow);
    await sent();
    const lists = ["GET /api/jobs", "GET /api/journal", "GET /api/notifications"] as const;
    for (const { body } of await Promise.all(lists.map((list) => winnow.call(list)))) {
      expect(body).toContain(new URL(url).host);
      expect(body).not.toContain("CAPABILITY");
    }
  });

  test("counts only for the URL it was sent to if that is edited while it is sent", async () => {
    const { winnow, receiver, sent, id, pass } = await staged("sqlite");
    await addLead(winnow);
    receiver.next(MISBEHAVIOR.broken);
    await sent();
    pass(LIMITS.webhook.failingDays * DAY + HOUR);
    let isEdited = false;
    const edited = async function* (): AsyncGenerator<string> {
      isEdited = true;
      await winnow.ok("PATCH /api/webhook-endpoints/{id}", { id, body: { url: `${receiver.url}/new` } });
      yield "Gone";
    };
    receiver.next({ status: 410, body: edited() });
    await sent();
    await sent();
    expect(isEdited).toBe(true);
    expect(receiver.requests.map(({ path }) => path)).toEqual(["/hook", "/hook", "/hook/new"]);
    expect(await winnow.ok("GET /api/webhook-endpoints")).toMatchObject([
      { isActive: true, disabledAt: null, failingSince: null, lastError: "", waiting: 0 },
    ]);
  });

  test("has another five days after someone resumes it during an attempt", async () => {
    const { winnow, receiver, sent, id, pass } = await staged("sqlite");
    await addLead(winnow);
    receiver.next(MISBEHAVIOR.broken);
    await sent();
    pass(LIMITS.webhook.failingDays * DAY + HOUR);
    const resumed = async function* (): AsyncGenerator<string> {
      await winnow.ok("PATCH /api/webhook-endpoints/{id}", { id, body: { isActive: true } });
      yield "Internal error";
    };
    receiver.next({ status: 500, body: resumed() });
    await sent();
    expect(await winnow.ok("GET /api/webhook-endpoints")).toMatchObject([{ isActive: true, disabledAt: null }]);
  });

  test("is turned off by a 410 answer, which the bell reports until another URL turns it on and gets what it missed", async () => {
    const { winnow, receiver, sent, id } = await staged("sqlite", { description: "CRM" });
    receiver.next(MISBEHAVIOR.gone);
    await addLead(winnow);
    await sent();
    expect(await winnow.ok("GET /api/webhook-endpoints")).toMatchObject([{ isActive: false }]);
    const { items } = await winnow.ok("GET /api/notifications");
    const description =
      "The receiver stopped taking events (410: No longer here). Enter another URL, or delete this integration.";
    expect(items).toMatchObject([{ kind: "webhook_disabled", title: "CRM was turned off", description }]);
    await addLead(winnow, "Bo Berg");
    await winnow.ok("PATCH /api/webhook-endpoints/{id}", { id, body: { url: `${receiver.url}/new` } });
    expect((await winnow.ok("GET /api/notifications")).items).toEqual([]);
    await sent();
    // What was refused and what happened in the meantime.
    expect(receiver.requests.map(({ path }) => path)).toEqual(["/hook", "/hook/new", "/hook/new"]);
  });

  test("is in the bell after an hour of failure, and turned off after five days", async () => {
    const { winnow, receiver, sent, pass } = await staged("sqlite");
    receiver.next(...Array.from({ length: 10 }, () => MISBEHAVIOR.broken));
    await addLead(winnow);
    await sent();
    expect((await winnow.ok("GET /api/notifications")).items).toEqual([]);
    pass(HOUR);
    await sent();
    const description = "The receiver has a problem (500: Internal error). Winnow tries again.";
    expect((await winnow.ok("GET /api/notifications")).items).toMatchObject([{ kind: "crm_failing", description }]);
    pass(LIMITS.webhook.failingDays * DAY + HOUR);
    await sent();
    expect(await winnow.ok("GET /api/webhook-endpoints")).toMatchObject([
      { isActive: false, disabledAt: expect.any(String) as string },
    ]);
  });

  test("that asks to wait for five days is turned off", async () => {
    const { winnow, receiver, sent, pass } = await staged("sqlite");
    receiver.next(MISBEHAVIOR.busy, MISBEHAVIOR.busy);
    await addLead(winnow);
    await sent();
    pass(LIMITS.webhook.failingDays * DAY + HOUR);
    await sent();
    expect(await winnow.ok("GET /api/webhook-endpoints")).toMatchObject([{ isActive: false, waiting: 1 }]);
  });

  test("waits as long as a 429 answer asks", async () => {
    const { winnow, receiver, sent, pass } = await staged("sqlite");
    receiver.next(MISBEHAVIOR.busy);
    await addLead(winnow);
    await sent();
    await addLead(winnow, "Bo Berg");
    pass(60_000);
    expect(await sent()).toHaveLength(1);
    pass(61_000);
    expect(await sent()).toHaveLength(3);
  });

  test("follows no redirect, and stores only that an answer is too large", async () => {
    const { winnow, receiver, id } = await staged("sqlite");
    receiver.next(MISBEHAVIOR.redirecting, MISBEHAVIOR.verbose);
    const redirected = await winnow.ok("POST /api/webhook-endpoints/{id}/test", { id });
    const tooLarge = await winnow.ok("POST /api/webhook-endpoints/{id}/test", { id });
    expect(redirected).toMatchObject({ state: "failed", answer: expect.stringContaining("redirects") as string });
    expect(tooLarge).toMatchObject({
      state: "failed",
      answerStatus: 500,
      answer: "It's larger than 66 kB, so it was skipped.",
    });
    expect(receiver.requests).toHaveLength(2);
  });

  test("can't reach a private address unless the operator allows it", async () => {
    const { winnow, receiver, id } = await staged("sqlite", {}, { outbound: { allowPrivate: false } });
    const { state, answer } = await winnow.ok("POST /api/webhook-endpoints/{id}/test", { id });
    expect({ state, answer }).toEqual({
      state: "failed",
      answer: expect.stringContaining("private network") as string,
    });
    expect(receiver.requests).toEqual([]);
    const [endpoint] = await winnow.ok("GET /api/webhook-endpoints");
    expect(endpoint?.lastError).toContain("set WINNOW_SCRAPE_ALLOW_PRIVATE=1");
  });

  test("gets nothing while paused, and a replay under its ID", async () => {
    const { winnow, receiver, sent, id } = await staged("sqlite");
    await addLead(winnow);
    await sent();
    await winnow.ok("PATCH /api/webhook-endpoints/{id}", { id, body: { isActive: false } });
    await addLead(winnow, "Bo Berg");
    expect(await sent()).toHaveLength(1);
    const [delivery] = await winnow.ok("GET /api/webhook-endpoints/{id}/deliveries", { id });
    const params = { deliveryId: delivery?.id ?? "" };
    await winnow.ok("POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/replay", { id, params });
    const [first, again] = receiver.requests;
    expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  });

  test("keeps no data of an erased person, and still reports the deletion", async () => {
    const { winnow, sent, id } = await staged("sqlite", { payload: "full" });
    await addLead(winnow);
    await sent();
    await winnow.ok("DELETE /api/people/{email}", { params: { email: "ann.lee@acme.example" } });
    const messages = await sent();
    expect(messages.at(-1)).toMatchObject({ type: "lead.deleted" });
    const { body } = await winnow.call("GET /api/webhook-endpoints/{id}/deliveries", { id });
    expect(body).not.toMatch(/Ann Lee|acme/u);
  });
});

test("a chat gets one message about all leads of an import", async () => {
  const { winnow, receiver, id } = await staged("sqlite", { events: ["report.sent"] });
  const { workspace } = winnow;
  const chat = await winnow.ok("POST /api/webhook-endpoints", {
    body: { kind: "slack", url: "https://hooks.slack.com/services/T0/B0/x", events: ["lead.created"] },
  });
  await winnow.ok("PATCH /api/webhook-endpoints/{id}", { id, body: { isActive: false } });
  // Slack's part is played by the receiver.
  const sealedUrl = workspace.secrets.seal(receiver.url, WEBHOOK_SECRETS.url);
  await workspace.store.webhookEndpoints.update(chat.id, { sealedUrl });
  const leads = Array.from({ length: 150 }, (_, count) => ({ name: "Ann Lee", email: `ann${count}@acme.example` }));
  await winnow.ok("POST /api/leads/batch", { body: { leads: [{ ...leads[0], company: "Acme" }, ...leads.slice(1)] } });
  await addDeliveries(workspace);
  await jobsEnded(workspace);
  expect(receiver.requests).toHaveLength(1);
  const { blocks } = JSON.parse(receiver.requests[0]?.body ?? "") as { blocks: { text?: { text: string } }[] };
  expect(blocks).toHaveLength(11);
  expect(blocks[0]?.text?.text).toMatch(/^Lead added: Ann Lee\nAcme\nScore 0/u);
  expect(JSON.stringify(blocks[10])).toContain("And 140 more events.");
});

test("a job for a slow receiver ends early, so that other jobs get their turn", async () => {
  const { winnow, receiver, id, pass } = await staged("sqlite", { events: ["lead.created"] });
  for (const letter of "abcdefghijkl") await addLead(winnow, `Ann ${letter}`);
  async function* slowly() {
    pass(MINUTE);
    yield "accepted";
  }
  receiver.next({ body: slowly() });
  expect(await deliverDue(winnow.workspace, id, { isOneBatch: false })).toBe(8);
  expect(await deliverDue(winnow.workspace, id, { isOneBatch: false })).toBe(4);
});

test("the job after a killed one ends with its first deliveries, so kills with progress between them don't add up", async () => {
  const { winnow, receiver, id } = await staged("sqlite", { events: ["lead.created"] });
  const { workspace } = winnow;
  await workspace.jobs.stop();
  for (const letter of "abcdefghijkl") await addLead(winnow, `Ann ${letter}`);
  await addDeliveries(workspace);
  const [killed] = await workspace.store.jobs.take(["deliveries"], 1, 0);
  const queue = openQueue(workspace.store);
  queue.start(jobHandlers(workspace), 1);
  const ended = await queue.ended(killed?.job.id ?? "", AbortSignal.timeout(60_000));
  expect(ended).toMatchObject({ state: "done", lostRuns: 0, message: "8 events delivered." });
  expect(receiver.requests).toHaveLength(8);
  expect(await workspace.store.webhookDeliveries.due(id, new Date().toISOString(), 100)).not.toHaveLength(0);
});
