import { expect, onTestFinished, test } from "vitest";
import type { NewCrmConnection } from "#shared/contract/crm-connection.ts";
import { HOUR, MINUTE } from "#shared/durations.ts";
import { addDeliveries } from "#server/features/webhooks/start-delivering.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";
import { jobsEnded } from "#test/jobs.ts";
import type { CrmPeer } from "#test/peers/crm/crm-peer.ts";
import {
  HUBSPOT_BUSY,
  HUBSPOT_LACKS_SCOPE,
  HUBSPOT_REFUSED_IN_BATCH,
  HUBSPOT_TOKEN,
  HUBSPOT_WRONG_OWNER,
  PORTAL,
  startHubspotPeer,
} from "#test/peers/crm/hubspot-peer.ts";

interface Stage {
  winnow: TestWinnow;
  hubspot: CrmPeer;
  id: string;
  /** Sends what is due. */
  send: () => Promise<void>;
  pass: (milliseconds: number) => void;
  /** The contacts that weren't deleted. */
  contacts: () => Record<string, unknown>[];
}

async function staged(connection: Partial<NewCrmConnection> = {}): Promise<Stage> {
  let ahead = 0;
  const hubspot = await startHubspotPeer();
  const winnow = await openWinnow("sqlite", {
    clock: () => new Date(Date.now() + ahead),
    crms: { hubspot: hubspot.url },
    publicUrl: "https://winnow.example",
  });
  onTestFinished(async () => {
    await winnow.close();
    await hubspot.close();
  });
  const { id } = await winnow.ok("POST /api/crm-connections", {
    body: { kind: "hubspot", secret: HUBSPOT_TOKEN, ...connection },
  });
  return {
    winnow,
    hubspot,
    id,
    pass: (milliseconds) => void (ahead += milliseconds),
    async send() {
      await addDeliveries(winnow.workspace);
      await jobsEnded(winnow.workspace);
    },
    contacts: () => [...hubspot.records.values()].filter(({ isDeleted }) => !isDeleted).map(({ fields }) => fields),
  };
}

const ANN = { name: "Ann van Dyke", email: "ann@acme.example", company: "Acme", phone: "+1 212 555 0101" };

async function approved({ winnow }: Stage, lead: object = ANN): Promise<string> {
  const { id } = await winnow.ok("POST /api/leads", { body: lead });
  await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "approved" } });
  return id;
}

async function crmOf({ winnow }: Stage, id: string) {
  const [crm] = (await winnow.ok("GET /api/leads/{id}", { id })).crm;
  if (crm === undefined) throw new Error("No CRM is connected.");
  return crm;
}

async function connectionOf({ winnow }: Stage) {
  const [connection] = await winnow.ok("GET /api/crm-connections");
  if (connection === undefined) throw new Error("No CRM is connected.");
  return connection;
}

test("an approved lead becomes a contact with a link, once, and a resend updates it", async () => {
  const stage = await staged({ owners: {} });
  const { winnow, hubspot, send, contacts } = stage;
  const pending = await winnow.ok("POST /api/leads", { body: { name: "Bo Berg", email: "bo@berg.example" } });
  const id = await approved(stage);
  await send();
  expect(contacts()).toEqual([
    { email: ANN.email, firstname: "Ann", lastname: "van Dyke", company: "Acme", phone: ANN.phone },
  ]);
  const [contactId = ""] = hubspot.records.keys();
  const url = `https://app.hubspot.com/contacts/${PORTAL}/record/0-1/${contactId}`;
  expect(await crmOf(stage, id)).toMatchObject({ url, error: "", isWaiting: false });
  expect(await crmOf(stage, pending.id)).toMatchObject({ url: null, sentAt: null });

  await winnow.ok("PATCH /api/leads/{id}", { id, body: { title: "Buyer", email: "ann.dyke@acme.example" } });
  const { connectionId } = await crmOf(stage, id);
  const asked = await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id, params: { connectionId } });
  expect(asked.isWaiting).toBe(true);
  await send();
  expect(contacts()).toMatchObject([{ email: "ann.dyke@acme.example", jobtitle: "Buyer" }]);
  const [latest] = await winnow.ok("GET /api/webhook-endpoints/{id}/deliveries", { id: connectionId });
  expect(latest).toMatchObject({ type: "lead.sent", state: "delivered", answer: url });
  expect(latest?.payload).toContain('"jobtitle":"Buyer"');
});

test("a contact that HubSpot already has is updated, and one of a changed email isn't renamed", async () => {
  const stage = await staged();
  const { hubspot, send, contacts } = stage;
  hubspot.records.set("9", { id: "9", isDeleted: false, fields: { email: "ANN@acme.example", jobtitle: "CEO" } });
  const id = await approved(stage);
  await send();
  expect(contacts()).toMatchObject([{ jobtitle: "CEO", lastname: "van Dyke" }]);

  hubspot.records.set("10", { id: "10", isDeleted: false, fields: { email: "other@acme.example" } });
  await stage.winnow.ok("PATCH /api/leads/{id}", { id, body: { email: "other@acme.example", status: "pending" } });
  await stage.winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "approved" } });
  await send();
  expect(hubspot.records.get("10")?.fields).toMatchObject({ email: "other@acme.example", lastname: "van Dyke" });
  expect((await crmOf(stage, id)).url).toMatch(/\/10$/u);
});

test("a killed process that had created a contact doesn't create it again", async () => {
  const stage = await staged();
  const { winnow, hubspot, id: connectionId, send, contacts } = stage;
  const { store } = winnow.workspace;
  const { put } = store.crmRecords;
  store.crmRecords.put = async () => {};
  const id = await approved(stage);
  await send();
  expect(hubspot.records.size).toBe(1);
  expect((await crmOf(stage, id)).url).toBeNull();
  store.crmRecords.put = put;
  await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id, params: { connectionId } });
  await send();
  expect(contacts()).toHaveLength(1);
  expect((await crmOf(stage, id)).url).not.toBeNull();
});

test("a deleted contact is created again, once", async () => {
  const stage = await staged();
  const { winnow, hubspot, id: connectionId, send, contacts } = stage;
  const id = await approved(stage);
  await send();
  for (const record of hubspot.records.values()) record.isDeleted = true;
  await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id, params: { connectionId } });
  await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id, params: { connectionId } });
  await send();
  expect(contacts()).toHaveLength(1);
});

test("a lead without an email is found by its stored ID, or else by its phone and name", async () => {
  const stage = await staged();
  const { winnow, hubspot, id: connectionId, send, contacts } = stage;
  const id = await approved(stage);
  await winnow.ok("PATCH /api/leads/{id}", { id, body: { email: "" } });
  await send();
  hubspot.records.set("9", {
    id: "9",
    isDeleted: false,
    fields: { phone: ANN.phone, firstname: "Cy", lastname: "Ng" },
  });
  await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id, params: { connectionId } });
  await send();
  expect(contacts()).toHaveLength(2);
  const { account } = (await winnow.workspace.store.webhookEndpoints.get(connectionId)) ?? {};
  // As after a kill.
  await winnow.workspace.store.crmRecords.put({
    account: account?.id ?? "",
    leadId: id,
    remoteId: "404",
    sentAt: new Date().toISOString(),
  });
  await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id, params: { connectionId } });
  await send();
  expect(contacts()).toHaveLength(2);
  expect((await crmOf(stage, id)).url).not.toMatch(/\/404$/u);
});

test("a rate limit is obeyed, with and without a Retry-After header", async () => {
  const stage = await staged();
  const { hubspot, send, pass, contacts } = stage;
  hubspot.next(HUBSPOT_BUSY, { ...HUBSPOT_BUSY, headers: { ...HUBSPOT_BUSY.headers, "retry-after": "120" } });
  await approved(stage);
  await approved(stage, { name: "Bo Berg", email: "bo@berg.example" });
  const asked = hubspot.calls.length;
  await send();
  pass(5_000);
  await send();
  expect(hubspot.calls).toHaveLength(asked + 1);
  pass(6_000);
  await send();
  pass(100_000);
  await send();
  expect(contacts()).toEqual([]);
  pass(30_000);
  await send();
  expect(contacts()).toHaveLength(2);
  expect(await connectionOf(stage)).toMatchObject({ failingSince: null, waiting: 0 });
});

test("a revoked token is reported in one sentence, in the bell when it lasts, and a new one sends what waits", async () => {
  const stage = await staged();
  const { winnow, hubspot, id: connectionId, send, pass, contacts } = stage;
  hubspot.setAccess(false);
  const id = await approved(stage);
  await send();
  const sentence = expect.stringMatching(/^HubSpot doesn't accept the access token: [^.]+\.$/u) as string;
  expect(await crmOf(stage, id)).toMatchObject({ url: null, error: sentence, isWaiting: true });
  expect(await connectionOf(stage)).toMatchObject({ lastError: sentence, isActive: true });
  const asked = hubspot.calls.length;
  await approved(stage, { name: "Bo Berg", email: "bo@berg.example" });
  await send();
  expect(hubspot.calls).toHaveLength(asked);
  expect((await winnow.ok("GET /api/notifications")).items).toEqual([]);
  pass(2 * HOUR);
  await send();
  expect((await winnow.ok("GET /api/notifications")).items).toMatchObject([
    { kind: "crm_failing", title: `HubSpot account ${PORTAL} is failing`, description: sentence },
  ]);
  expect(await winnow.ok("POST /api/crm-connections/test", { body: { kind: "hubspot", id: connectionId } })).toEqual({
    valid: false,
    message: sentence,
  });
  const refused = await winnow.call("PATCH /api/crm-connections/{id}", { id: connectionId, body: { secret: "wrong" } });
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: "secret" }] });
  const pasted = await winnow.call("POST /api/crm-connections/test", {
    body: { kind: "hubspot", secret: "pat\u200b-na1" },
  });
  const message = expect.stringMatching(/^Copy it again/u) as string;
  expect(pasted.json()).toMatchObject({ status: 422, errors: [{ field: "secret", message }] });
  hubspot.setAccess(true);
  await winnow.ok("PATCH /api/crm-connections/{id}", { id: connectionId, body: { secret: HUBSPOT_TOKEN } });
  await send();
  expect(contacts()).toHaveLength(2);
  expect(await connectionOf(stage)).toMatchObject({ lastError: "" });
  expect((await winnow.ok("GET /api/notifications")).items).toEqual([]);
});

test("a refused lead isn't retried until the fields change and holds up no other, and a missing scope is named", async () => {
  const stage = await staged({ mapping: { name: "full_name" } });
  const { winnow, hubspot, id: connectionId, send, contacts } = stage;
  const id = await approved(stage);
  await send();
  expect(await crmOf(stage, id)).toMatchObject({
    error: expect.stringMatching(/^HubSpot refused the contact \(Property "full_name" does not exist\): /u) as string,
    isWaiting: false,
  });
  expect(await connectionOf(stage)).toMatchObject({ failingSince: null });
  stage.pass(HOUR);
  await send();
  expect(contacts()).toEqual([]);
  await winnow.ok("PATCH /api/crm-connections/{id}", { id: connectionId, body: { mapping: { name: "company" } } });
  await send();
  expect(contacts()).toEqual([{ email: ANN.email, company: ANN.name }]);
  await winnow.ok("PATCH /api/crm-connections/{id}", { id: connectionId, body: { mapping: { name: "company" } } });
  hubspot.next(HUBSPOT_LACKS_SCOPE);
  const other = await approved(stage, { name: "Bo Berg", email: "bo@berg.example" });
  await send();
  expect((await crmOf(stage, other)).error).toContain("grant the scope crm.objects.contacts.write");
  stage.pass(MINUTE);
  await send();
  expect(contacts().slice(1)).toEqual([{ email: "bo@berg.example", company: "Bo Berg" }]);

  hubspot.next(HUBSPOT_WRONG_OWNER);
  await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id, params: { connectionId } });
  await send();
  expect((await crmOf(stage, id)).error).toBe(
    "HubSpot refused the contact (hubspot_owner_id: 7702 was not one of the allowed options): choose other owners under Integrations.",
  );
});

test("a lead that is refused within a batch isn't retried either", async () => {
  const stage = await staged();
  stage.hubspot.next(HUBSPOT_REFUSED_IN_BATCH);
  const id = await approved(stage);
  await stage.send();
  expect(await crmOf(stage, id)).toMatchObject({
    error: expect.stringContaining("(email: Email address ann@acme is invalid)") as string,
    isWaiting: false,
  });
});

test("sends qualified leads or only those asked for, with the owner's counterpart", async () => {
  const stage = await staged({ sendOn: "manual" });
  const { winnow, hubspot, id: connectionId, send, contacts } = stage;
  const id = await approved(stage);
  await send();
  expect(contacts()).toEqual([]);
  await winnow.ok("POST /api/session/first-owner", { body: ADA });
  const [ada] = await winnow.ok("GET /api/team");
  const body = { sendOn: "qualified", owners: { [ada?.id ?? ""]: "7701" } };
  await winnow.ok("PATCH /api/crm-connections/{id}", { id: connectionId, body });
  await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "qualified", ownerId: ada?.id } });
  await send();
  expect(contacts()).toMatchObject([{ email: ANN.email, hubspot_owner_id: "7701" }]);

  // Sales changes it before someone approves the lead.
  const [contact] = hubspot.records.values();
  Object.assign(contact?.fields ?? {}, { phone: "+1 212 555 0199", hubspot_owner_id: "7702" });
  await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "approved" } });
  await send();
  expect(contacts()).toMatchObject([{ phone: "+1 212 555 0199", hubspot_owner_id: "7702" }]);
  expect(await crmOf(stage, id)).toMatchObject({ error: "", isWaiting: false });
  const { fields, owners } = await winnow.ok("GET /api/crm-connections/{id}/fields", { id: connectionId });
  expect(fields.map(({ name }) => name)).toEqual([
    "firstname",
    "lastname",
    "company",
    "jobtitle",
    "phone",
    "website",
    "industry",
    "winnow_score",
  ]);
  expect(owners).toEqual([{ id: "7701", name: "Ada Lovelace", email: "ada@acme.example" }]);
  const preview = await winnow.ok("GET /api/crm-connections/{id}/preview", { id: connectionId });
  expect(preview).toMatchObject({ lead: { id }, values: { lastName: "van Dyke", score: "0" } });
});

test("connecting needs a valid token, which no answer shows", async () => {
  const stage = await staged();
  const { winnow } = stage;
  const refused = await winnow.call("POST /api/crm-connections", { body: { kind: "hubspot", secret: "wrong" } });
  expect(refused.json()).toMatchObject({ status: 422, errors: [{ field: "secret" }] });
  expect((await winnow.call("GET /api/crm-connections")).body).not.toContain(HUBSPOT_TOKEN);
  const twice = { firstName: "company", lastName: "company" };
  const body = { mapping: twice };
  expect((await winnow.call("PATCH /api/crm-connections/{id}", { id: stage.id, body })).statusCode).toBe(422);
});

test("disconnecting can be undone, and an erased person's contact is forgotten", async () => {
  const stage = await staged();
  const { winnow, id: connectionId, send, contacts } = stage;
  const id = await approved(stage);
  await send();
  const deleted = await winnow.call("DELETE /api/crm-connections/{id}", { id: connectionId });
  await winnow.ok("POST /api/journal/{id}/undo", { id: String(deleted.headers["x-act-id"]) });
  expect((await crmOf(stage, id)).url).not.toBeNull();
  await winnow.ok("DELETE /api/people/{email}", { params: { email: ANN.email } });
  expect(await winnow.workspace.store.crmRecords.ofLead(id)).toEqual([]);
  expect(contacts()).toHaveLength(1);
});

test("leads that were merged by mistake don't share a contact once the merge is undone", async () => {
  const stage = await staged();
  const { winnow, id: connectionId, send, contacts } = stage;
  const { id } = await winnow.ok("POST /api/leads", { body: { name: "Bo Berg", email: "bo@berg.example" } });
  const ann = await approved(stage);
  await send();
  const sendAgain = async (leadId: string): Promise<void> => {
    await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id: leadId, params: { connectionId } });
    await send();
  };
  const { actId } = await winnow.ok("POST /api/leads/{id}/merge", { id, body: { otherId: ann } });
  await sendAgain(id);
  expect(contacts()).toHaveLength(1);
  await winnow.ok("POST /api/journal/{id}/undo", { id: actId });
  for (const leadId of [ann, id]) await sendAgain(leadId);
  expect(contacts().map(({ email }) => email)).toEqual([ANN.email, "bo@berg.example"]);
});

test("a lead that is rejected while it waits isn't sent, except by hand", async () => {
  const stage = await staged();
  const { winnow, hubspot, id: connectionId, send, pass, contacts } = stage;
  hubspot.setAccess(false);
  const id = await approved(stage);
  await send();
  hubspot.setAccess(true);
  await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "rejected" } });
  pass(HOUR);
  await send();
  expect(contacts()).toEqual([]);
  const error = "The lead is no longer approved, so it wasn't sent.";
  expect(await crmOf(stage, id)).toMatchObject({ url: null, error, isWaiting: false });
  // The bell still reports why HubSpot failed.
  const lastError = expect.stringContaining("doesn't accept the access token") as string;
  expect(await connectionOf(stage)).toMatchObject({ lastError });
  await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id, params: { connectionId } });
  await send();
  expect(contacts()).toMatchObject([{ email: "ann@acme.example" }]);
});
