import { describe, expect, onTestFinished, test } from "vitest";
import type { CrmKind } from "#shared/crm.ts";
import { addDeliveries } from "#server/features/webhooks/start-delivering.ts";
import { openWinnow, type TestWinnow } from "#test/harness.ts";
import { jobsEnded } from "#test/jobs.ts";
import type { CrmPeer } from "#test/peers/crm/crm-peer.ts";
import {
  organizationsOf,
  personsOf,
  PIPEDRIVE_BLOCKED,
  PIPEDRIVE_BUSY,
  PIPEDRIVE_SCORE,
  PIPEDRIVE_SPENT,
  PIPEDRIVE_TOKEN,
  startPipedrivePeer,
} from "#test/peers/crm/pipedrive-peer.ts";
import {
  SALESFORCE_APP,
  SALESFORCE_BUSY,
  SALESFORCE_SESSION_ENDED,
  startSalesforcePeer,
} from "#test/peers/crm/salesforce-peer.ts";

interface Stage {
  winnow: TestWinnow;
  crm: CrmPeer;
  connectionId: string;
  /** Sends what is due. */
  send: () => Promise<void>;
  /** Sends a lead by hand. */
  resend: (id: string) => Promise<void>;
  pass: (milliseconds: number) => void;
}

const PEERS = {
  pipedrive: {
    start: startPipedrivePeer,
    credentials: { site: "https://Acme.pipedrive.com/", secret: PIPEDRIVE_TOKEN },
  },
  salesforce: { start: startSalesforcePeer, credentials: { site: "acme.lightning.force.com", ...SALESFORCE_APP } },
} as const;

async function staged(kind: Exclude<CrmKind, "hubspot">, more: object = {}): Promise<Stage> {
  let ahead = 0;
  const { start, credentials } = PEERS[kind];
  const crm = await start();
  const winnow = await openWinnow("sqlite", {
    clock: () => new Date(Date.now() + ahead),
    crms: { [kind]: crm.url },
  });
  onTestFinished(async () => {
    await winnow.close();
    await crm.close();
  });
  const { id: connectionId } = await winnow.ok("POST /api/crm-connections", {
    body: { kind, ...credentials, ...more },
  });
  const send = async (): Promise<void> => {
    await addDeliveries(winnow.workspace);
    await jobsEnded(winnow.workspace);
  };
  return {
    winnow,
    crm,
    connectionId,
    send,
    pass: (milliseconds) => void (ahead += milliseconds),
    async resend(id) {
      await winnow.ok("POST /api/leads/{id}/crm/{connectionId}", { id, params: { connectionId } });
      await send();
    },
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

describe.each(["pipedrive", "salesforce"] as const)("%s", (kind) => {
  test("gets a lead once, however often it is sent, deleted or killed", async () => {
    const stage = await staged(kind);
    const { winnow, crm, send, resend } = stage;
    const { store } = winnow.workspace;
    const { put } = store.crmRecords;
    // As after a kill between creating the record and storing its ID.
    store.crmRecords.put = async () => {};
    const id = await approved(stage);
    await send();
    store.crmRecords.put = put;
    await resend(id);
    const isPerson = (one: { isDeleted: boolean; fields: object }): boolean =>
      !one.isDeleted && !("type" in one.fields);
    const alive = () => [...crm.records.values()].filter(isPerson);
    expect(alive()).toHaveLength(1);
    for (const record of alive()) record.isDeleted = true;
    await resend(id);
    await resend(id);
    expect(alive()).toHaveLength(1);
    expect((await crmOf(stage, id)).url).toContain(alive()[0]?.id);
  });

  test("reports refused credentials in one sentence, and a failed test", async () => {
    const stage = await staged(kind);
    const { winnow, crm, connectionId, send } = stage;
    crm.setAccess(false);
    const id = await approved(stage);
    await send();
    const { error, isWaiting } = await crmOf(stage, id);
    expect(error).toMatch(/^(?:Pipedrive|Salesforce) doesn't accept the (?:API token|consumer key)[^.]+\.$/u);
    expect(isWaiting).toBe(true);
    const tested = await winnow.ok("POST /api/crm-connections/test", { body: { kind, id: connectionId } });
    expect(tested).toEqual({ valid: false, message: error });
    crm.setAccess(true);
    expect(await winnow.ok("POST /api/crm-connections/test", { body: { kind, id: connectionId } })).toMatchObject({
      valid: true,
    });
  });

  test("follows no redirect, and refuses the address of another service, and a new one without its secret", async () => {
    const { winnow, crm, connectionId } = await staged(kind);
    crm.next({ status: 302, headers: { location: `${crm.url}/elsewhere` } });
    const { message } = await winnow.ok("POST /api/crm-connections/test", { body: { kind, id: connectionId } });
    expect(message).toContain("redirects");
    expect(crm.calls).not.toContain("GET /elsewhere");
    const site = "https://evil.example/";
    const body = { kind, ...PEERS[kind].credentials, site };
    expect((await winnow.call("POST /api/crm-connections", { body })).json()).toMatchObject({
      errors: [{ field: "site" }],
    });
    const moved = await winnow.call("PATCH /api/crm-connections/{id}", { id: connectionId, body: { site: "other" } });
    expect(moved.json()).toMatchObject({ errors: [{ field: "secret" }] });
  });
});

test("Pipedrive gets a person with an organization, and keeps what sales added", async () => {
  const mapping = { name: "name", company: "org_id", phone: "phones", score: PIPEDRIVE_SCORE, title: "job_title" };
  const stage = await staged("pipedrive", { mapping });
  const { winnow, crm, connectionId, send, resend } = stage;
  const id = await approved(stage);
  const other = await approved(stage, { name: "Bo Berg", email: "bo@acme.example", company: "ACME" });
  await send();
  expect(organizationsOf(crm)).toMatchObject([{ name: "Acme" }]);
  const [ann] = personsOf(crm);
  expect(ann).toMatchObject({
    name: "Ann van Dyke",
    emails: [{ value: "ann@acme.example", primary: true, label: "work" }],
    phones: [{ value: ANN.phone, primary: true, label: "work" }],
    [PIPEDRIVE_SCORE]: 0,
  });
  expect((await crmOf(stage, other)).url).toMatch(/^https:\/\/acme\.pipedrive\.com\/person\/\d+$/u);
  Object.assign(ann ?? {}, { emails: [{ value: "ann@home.example", primary: true, label: "home" }], org_id: 5 });
  await resend(id);
  expect(personsOf(crm)[0]).toMatchObject({
    org_id: 5,
    emails: [{ value: "ann@home.example" }, { value: "ann@acme.example", primary: false }],
  });
  const { fields, owners } = await winnow.ok("GET /api/crm-connections/{id}/fields", { id: connectionId });
  expect(fields.map(({ label }) => label)).toEqual(["Name", "Phone", "Organization", "Job title", "Winnow score"]);
  expect(owners).toEqual([{ id: "31", name: "Ada Lovelace", email: "ada@acme.example" }]);
});

test("Pipedrive gets a new company once although its search finds it only seconds later", async () => {
  const stage = await staged("pipedrive");
  const { crm, send } = stage;
  crm.setIndexing(false);
  await approved(stage);
  await approved(stage, { name: "Bo Berg", email: "bo@acme.example", company: "ACME" });
  await send();
  const [acme] = organizationsOf(crm);
  expect(organizationsOf(crm)).toHaveLength(1);
  expect(personsOf(crm)).toHaveLength(2);
  const [id] = [...crm.records.values()].filter(({ fields }) => fields === acme).map((record) => Number(record.id));
  expect(personsOf(crm).map((person) => person["org_id"])).toEqual([id, id]);
});

test("Pipedrive's rate limit is obeyed", async () => {
  const stage = await staged("pipedrive");
  const { crm, send, pass } = stage;
  crm.next(PIPEDRIVE_BUSY);
  await approved(stage);
  await send();
  pass(20_000);
  await send();
  expect(personsOf(crm)).toEqual([]);
  pass(11_000);
  await send();
  expect(personsOf(crm)).toHaveLength(1);
});

test("Pipedrive's refusal of job titles without contact sync names the fix", async () => {
  const stage = await staged("pipedrive", { mapping: { name: "name", title: "job_title" } });
  const { winnow, crm, connectionId, send } = stage;
  const id = await approved(stage, { ...ANN, title: "CTO" });
  await send();
  expect(await crmOf(stage, id)).toMatchObject({
    error:
      "Pipedrive refused the person (Contact sync is not enabled): turn on contact sync there, which job titles need, or choose other fields under Integrations.",
    isWaiting: false,
  });
  await winnow.ok("PATCH /api/crm-connections/{id}", { id: connectionId, body: { mapping: { name: "name" } } });
  await send();
  expect(personsOf(crm)).toHaveLength(1);
});

test.each([
  ["a spent daily budget", PIPEDRIVE_SPENT],
  ["a block by Cloudflare", PIPEDRIVE_BLOCKED],
])("Pipedrive is left alone for an hour after %s", async (_, answer) => {
  const stage = await staged("pipedrive");
  const { crm, send, pass } = stage;
  crm.next(answer);
  const id = await approved(stage);
  await send();
  expect((await crmOf(stage, id)).error).toContain("rate limit");
  const { length } = crm.calls;
  pass(59 * 60_000);
  await send();
  expect(crm.calls).toHaveLength(length);
  pass(60_000);
  await send();
  expect(personsOf(crm)).toHaveLength(1);
});

test("Salesforce gets a lead with what it requires, and a converted one stays as it is", async () => {
  const mapping = { firstName: "FirstName", lastName: "LastName", title: "Title", score: "Winnow_Score__c" };
  const stage = await staged("salesforce", { mapping });
  const { crm, send, resend } = stage;
  const title = "Helping teams grow. ".repeat(10);
  const id = await approved(stage, { name: "Ann O'Neil", title, email: "ann.o'neil@acme.example" });
  await send();
  const [lead] = crm.records.values();
  expect(lead?.fields).toEqual({
    FirstName: "Ann",
    LastName: "O'Neil",
    Company: "[not provided]",
    Title: title.slice(0, 128),
    Email: "ann.o'neil@acme.example",
    Winnow_Score__c: 0,
  });
  expect((await crmOf(stage, id)).url).toBe(`https://acme.my.salesforce.com/lightning/r/Lead/${lead?.id}/view`);
  Object.assign(lead?.fields ?? {}, { IsConverted: true, LastName: "Converted" });
  await resend(id);
  expect([...crm.records.values()]).toMatchObject([{ fields: { LastName: "Converted" } }]);
  expect((await crmOf(stage, id)).error).toBe("");
});

describe("a duplicate rule of Salesforce", () => {
  const OTHER = { LastName: "Dyke", Company: "Acme", Email: "a.dyke@acme.example" };

  test("that only warns saves the lead as a new one", async () => {
    const stage = await staged("salesforce");
    const { crm, send } = stage;
    crm.setDuplicateRule({ allowSave: true, id: "0035f00000AnnAAA", type: "Contact" });
    const id = await approved(stage);
    await send();
    expect([...crm.records.values()]).toMatchObject([{ fields: { Email: ANN.email } }]);
    expect((await crmOf(stage, id)).error).toBe("");
  });

  test("that blocks updates the lead it found, which keeps its email", async () => {
    const stage = await staged("salesforce");
    const { crm, send } = stage;
    const known = { id: "00Q5f00000KnownEAA", isDeleted: false, fields: { ...OTHER } };
    crm.records.set(known.id, known);
    crm.setDuplicateRule({ allowSave: false, id: known.id, type: "Lead" });
    const id = await approved(stage);
    await send();
    expect(known.fields).toMatchObject({ Email: OTHER.Email, Phone: ANN.phone });
    expect((await crmOf(stage, id)).url).toContain(known.id);
  });

  test("that blocks because of a contact is named", async () => {
    const stage = await staged("salesforce");
    const { crm, send } = stage;
    crm.setDuplicateRule({ allowSave: false, id: "0035f00000AnnAAA", type: "Contact" });
    const id = await approved(stage);
    await send();
    expect((await crmOf(stage, id)).error).toContain("a duplicate rule found a contact: Use one of these records?");
  });
});

test("Salesforce accepts the address of its setup pages", async () => {
  const { winnow, connectionId } = await staged("salesforce", {
    site: "https://acme.my.salesforce-setup.com/lightning",
  });
  const connections = await winnow.ok("GET /api/crm-connections");
  expect(connections.find(({ id }) => id === connectionId)).toMatchObject({ site: "acme.my.salesforce.com" });
});

test("Salesforce's daily limit is obeyed, and an ended session is renewed once", async () => {
  const stage = await staged("salesforce");
  const { crm, send, pass } = stage;
  crm.next(SALESFORCE_BUSY);
  const id = await approved(stage);
  await send();
  expect((await crmOf(stage, id)).error).toContain("rate limit");
  pass(50 * 60_000);
  await send();
  expect(crm.records.size).toBe(0);
  pass(11 * 60_000);
  crm.next(SALESFORCE_SESSION_ENDED);
  await send();
  expect(crm.records.size).toBe(1);
});
