import { afterEach, describe, expect, test } from "vitest";
import type { DataSourceConfig } from "#shared/contract/data-source.ts";
import { JSON_API_TEMPLATES, type JsonApiTemplateName } from "#shared/json-api-templates.ts";
import type { Lead } from "#shared/contract/leads/lead.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { connectSheet, sync } from "#test/http/sheet.ts";
import { json } from "#test/peers/crm/crm-peer.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import {
  startAirtablePeer,
  startHubspotFormPeer,
  startNocodbPeer,
  TOKEN,
  type AirtableRecord,
  type ApiPeer,
} from "#test/peers/json-api/api-peer.ts";
import { oneEngine } from "#test/stores.ts";

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

async function started<Row>(starting: Promise<ApiPeer<Row>>): Promise<ApiPeer<Row>> {
  const peer = await starting;
  ended.push(() => peer.close());
  return peer;
}

/** A template's settings at a peer's address, with its token. */
function configFor(template: JsonApiTemplateName, peer: Pick<ApiPeer<unknown>, "url">): DataSourceConfig {
  const { config } = JSON_API_TEMPLATES[template];
  return {
    ...config,
    fieldMapping: [...config.fieldMapping],
    url: peer.url + new URL(config.url).search,
    requestHeaders: config.requestHeaders.map(({ name, value }) => ({ name, value: value + TOKEN })),
  };
}

async function connect(
  winnow: TestWinnow,
  template: JsonApiTemplateName,
  peer: Pick<ApiPeer<unknown>, "url">,
  more: object = {},
) {
  const config = { ...configFor(template, peer), ...more };
  return winnow.ok("POST /api/data-sources", { body: { name: "Inquiries", type: "json_api", config } });
}

const airtableRecord = (number: number, fields: object = {}): AirtableRecord => ({
  id: `rec${String(number).padStart(14, "0")}`,
  createdTime: "2026-05-01T10:00:00.000Z",
  fields: {
    Name: `Person ${number}`,
    Email: `p${number}@acme.example`,
    Interests: ["Demo", "Price"],
    Brief: [{ id: "att1", filename: "brief.pdf", size: 9, type: "application/pdf", url: signedUrl() }],
    ...fields,
  },
});
let signed = 0;
/** Another one each time, as Airtable signs it. */
const signedUrl = (): string => `https://files.example/${++signed}`;
const leadsOf = async (winnow: TestWinnow): Promise<Map<string, Lead>> =>
  new Map(((await winnow.ok("GET /api/leads")) as Lead[]).map((lead) => [lead.email, lead]));

describe.each(oneEngine("postgres"))("a JSON API on %s", (engine) => {
  test("is read from a template: once, then only what changed", async () => {
    const peer = await started(startAirtablePeer(Array.from({ length: 120 }, (_, index) => airtableRecord(index))));
    const winnow = await freshWinnow(engine);
    await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
    await winnow.ok("POST /api/rules", { body: { name: "Intent", keywords: ["demo"], scoreWeight: 40 } });
    await connect(winnow, "airtable", peer);
    expect(await sync(winnow)).toMatchObject({ processed: 120, created: 120, qualified: 120 });
    expect(peer.requests).toHaveLength(2);
    const before = (await leadsOf(winnow)).get("p7@acme.example");
    expect(before).toMatchObject({ name: "Person 7", source: "json_api", score: 40 });
    peer.rows = peer.rows.map((_, index) => airtableRecord(index));
    expect(await sync(winnow)).toMatchObject({ processed: 120, unchanged: 120 });

    // The record's ID identifies the lead even if its email changes.
    peer.rows[7] = airtableRecord(7, { Email: "new@acme.example", Phone: "+44 20 7946 0018" });
    expect(await sync(winnow)).toMatchObject({ updated: 1, unchanged: 119 });
    const after = (await leadsOf(winnow)).get("new@acme.example");
    expect(after).toMatchObject({ id: before?.id, name: "Person 7" });

    const provenance = await winnow.ok("GET /api/leads/{id}/provenance", { id: after?.id ?? "" });
    expect(provenance.email?.origin).toMatchObject({
      source: "json_api",
      sourceName: "Inquiries",
      locator: expect.stringContaining("rec00000000000007"),
    });
    const [source] = await winnow.ok("GET /api/data-sources");
    expect(source).toMatchObject({ failingSince: null, lastRun: { outcome: "succeeded", updated: 1 } });
  });

  test("fills the custom fields that its fields are mapped to, and keeps what doesn't fit as other details", async () => {
    const peer = await started(
      startAirtablePeer([
        airtableRecord(1, { Spend: 5_000, Renewal: "2027-01-31" }),
        airtableRecord(2, { Spend: "a lot", Renewal: "2027-02-28" }),
      ]),
    );
    const winnow = await freshWinnow(engine);
    await winnow.ok("POST /api/lead-fields", { body: { name: "Budget", kind: "number" } });
    await winnow.ok("POST /api/lead-fields", { body: { name: "Renewal", kind: "date" } });
    const fieldMapping = [
      { path: "id", target: "id" },
      { path: "fields.Spend", target: "field:budget" },
      { path: "fields.Interests", target: "field:gone" },
    ];
    await connect(winnow, "airtable", peer, { fieldMapping });
    expect(await sync(winnow)).toMatchObject({ created: 2 });
    const leads = await leadsOf(winnow);
    expect(leads.get("p1@acme.example")?.fields).toEqual({ budget: 5_000, renewal: "2027-01-31" });
    expect(leads.get("p2@acme.example")?.fields).toEqual({ renewal: "2027-02-28" });
    const { facts } = await winnow.ok("GET /api/leads/{id}", { id: leads.get("p2@acme.example")?.id ?? "" });
    expect(facts).toContainEqual({ name: "Spend", value: "a lot" });
    expect(facts).toContainEqual({ name: "Interests", value: "Demo, Price" });

    peer.rows[0] = airtableRecord(1, { Spend: 6_000, Renewal: "2027-01-31" });
    expect(await sync(winnow)).toMatchObject({ updated: 1, unchanged: 1 });
    expect((await leadsOf(winnow)).get("p1@acme.example")?.fields["budget"]).toBe(6_000);
  });

  test("changes its leads when another mapping is chosen", async () => {
    const peer = await started(startAirtablePeer([airtableRecord(1, { Firm: "Acme", Size: 250 })]));
    const winnow = await freshWinnow(engine);
    const { id } = await connect(winnow, "airtable", peer);
    await sync(winnow);
    const fieldMapping = [
      ...JSON_API_TEMPLATES.airtable.config.fieldMapping,
      { path: "fields.Size", target: "industry" },
    ];
    await winnow.ok("PATCH /api/data-sources/{id}", { id, body: { config: { fieldMapping } } });
    expect(await sync(winnow)).toMatchObject({ updated: 1 });
    expect((await leadsOf(winnow)).get("p1@acme.example")).toMatchObject({ company: "Acme", industry: "250" });
  });
});

describe.each(oneEngine("sqlite"))("a JSON API on %s", (engine) => {
  test("of NocoDB and of HubSpot forms is read from its template", async () => {
    const nocodb = await started(
      startNocodbPeer(
        Array.from({ length: 130 }, (_, index) => ({
          id: index + 1,
          fields: { Title: "Buyer", Email: `n${index}@acme.example`, Country: { id: 4, fields: { Name: "Norway" } } },
        })),
      ),
    );
    const hubspot = await started(
      startHubspotFormPeer(
        Array.from({ length: 70 }, (_, index) => ({
          conversionId: `c0ffee00-0000-4000-8000-${String(index).padStart(12, "0")}`,
          submittedAt: 1_767_225_600_000 + index,
          values: [
            { name: "firstname", value: "Ann", objectTypeId: "0-1" },
            { name: "lastname", value: `Lee ${index}`, objectTypeId: "0-1" },
            { name: "email", value: `h${index}@acme.example`, objectTypeId: "0-1" },
            { name: "name", value: "Acme", objectTypeId: "0-2" },
            { name: "message", value: "Please call", objectTypeId: "0-1" },
          ],
          pageUrl: "https://acme.example/contact",
        })),
      ),
    );
    const winnow = await freshWinnow(engine);
    await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
    await connect(winnow, "nocodb", nocodb);
    await connect(winnow, "hubspot_form", hubspot);
    expect(await sync(winnow)).toMatchObject({ processed: 200, created: 200 });
    expect([nocodb.requests.length, hubspot.requests.length]).toEqual([2, 2]);
    const leads = await leadsOf(winnow);
    expect(leads.get("n129@acme.example")).toMatchObject({ title: "Buyer" });
    expect(leads.get("h69@acme.example")).toMatchObject({
      name: "Ann Lee 69",
      company: "Acme",
      notes: "Please call",
    });
    expect(await sync(winnow)).toMatchObject({ processed: 200, unchanged: 200 });
  });

  test("is previewed without storing anything", async () => {
    const peer = await started(startAirtablePeer([airtableRecord(1)]));
    const winnow = await freshWinnow(engine);
    const config = configFor("airtable", peer);
    const tried = await winnow.ok("POST /api/data-sources/test", { body: { type: "json_api", config } });
    expect(tried).toMatchObject({
      valid: true,
      rows: 1,
      leads: [{ name: "Person 1", email: "p1@acme.example" }],
    });
    expect(tried.columns).toContainEqual({
      path: "fields.Interests",
      target: "fact",
      recognized: "fact",
      samples: ["Demo, Price"],
    });
    const wrong = { ...config, requestHeaders: [{ name: "Authorization", value: "Bearer wrong-token" }] };
    const refused = await winnow.ok("POST /api/data-sources/test", { body: { type: "json_api", config: wrong } });
    expect(refused).toMatchObject({ valid: false, field: "config.requestHeaders" });
    expect(await winnow.ok("GET /api/leads")).toEqual([]);
    expect(await winnow.ok("GET /api/data-sources")).toEqual([]);
  });

  test("keeps header values, but never returns them or sends them to another server", async () => {
    const peer = await started(startAirtablePeer([airtableRecord(1)]));
    const other = await started(startAirtablePeer([airtableRecord(2)]));
    const winnow = await freshWinnow(engine);
    const { id, config } = await connect(winnow, "airtable", peer);
    expect(config.requestHeaders).toEqual([{ name: "Authorization" }]);
    const patch = (change: object) => winnow.call("PATCH /api/data-sources/{id}", { id, body: { config: change } });

    for (const kept of [
      {},
      { requestHeaders: [{ name: "authorization" }] },
      { requestHeaders: [{ name: "Authorization", value: "" }] },
    ]) {
      expect((await patch({ ...kept, url: `${peer.url}?view=Main` })).statusCode).toBe(200);
      for (const answer of [
        await patch({ ...kept, url: other.url }),
        await winnow.call("POST /api/data-sources/test", {
          body: { id, type: "json_api", config: { ...kept, url: other.url } },
        }),
      ]) {
        expect([answer.statusCode, answer.json()]).toMatchObject([
          422,
          { errors: [{ field: "config.requestHeaders" }] },
        ]);
        expect(answer.body).toContain("Enter the header values again");
      }
    }
    expect(await sync(winnow)).toMatchObject({ created: 1 });
    // A form sends everything again; without a change, what was read still counts.
    const [before] = await winnow.ok("GET /api/data-sources");
    const again = await patch({ ...before?.config, url: `${peer.url}?view=Main` });
    expect(again.json()).toMatchObject({ lastRun: { outcome: "succeeded" }, version: before?.version });
    // However the record came to name another server, the values stay where they belong.
    const stored = await winnow.workspace.store.dataSources.get(id);
    await winnow.workspace.store.dataSources.update(id, { config: { ...stored?.config, url: other.url } });
    const tried = await winnow
      .ok("POST /api/data-sources/test", { body: { id, type: "json_api", config: {} } })
      .catch(String);
    expect(JSON.stringify(tried)).toContain("Enter the header values again");
    expect((await winnow.call("POST /api/sync-leads")).body).toContain("Enter the header values again");
    expect(other.requests).toEqual([]);

    const moved = { url: other.url, requestHeaders: [{ name: "Authorization", value: `Bearer ${TOKEN}` }] };
    expect((await patch(moved)).statusCode).toBe(200);
    expect(await sync(winnow)).toMatchObject({ created: 1 });
    expect((await patch({ requestHeaders: [] })).statusCode).toBe(200);
    expect((await winnow.workspace.store.dataSources.get(id))?.sealedHeaders).toBeNull();
    const seen = [
      winnow.logged(),
      ...(await Promise.all([winnow.call("GET /api/data-sources"), winnow.call("GET /api/journal")])).map(
        ({ body }) => body,
      ),
    ];
    expect(seen.join("")).not.toContain(TOKEN);
  });

  test("is edited and deleted with its header values, which undo restores", async () => {
    const peer = await started(startAirtablePeer([airtableRecord(1)]));
    const winnow = await freshWinnow(engine);
    const { id } = await connect(winnow, "airtable", peer);
    const undo = async (key: "PATCH /api/data-sources/{id}" | "DELETE /api/data-sources/{id}", body?: object) => {
      const { headers } = await winnow.call(key, { id, ...(body !== undefined && { body }) });
      await winnow.ok("POST /api/journal/{id}/undo", { id: String(headers["x-act-id"]) });
    };
    const moved = { url: "https://other.example/", requestHeaders: [{ name: "x-key", value: "another" }] };
    await undo("PATCH /api/data-sources/{id}", { config: moved });
    expect(await sync(winnow)).toMatchObject({ created: 1 });
    await undo("PATCH /api/data-sources/{id}", { config: { requestHeaders: [] } });
    await undo("DELETE /api/data-sources/{id}");
    expect(await sync(winnow)).toMatchObject({ unchanged: 1 });
    const [source] = await winnow.ok("GET /api/data-sources");
    expect(source?.config).toMatchObject({ url: peer.url, requestHeaders: [{ name: "Authorization" }] });
  });

  test.each([
    [{ url: "ftp://api.example/rows" }, "config.url"],
    [{ url: "not an address" }, "config.url"],
    [{ url: "https://ann:secret@api.example/" }, "config.url"],
    [{ requestHeaders: [{ name: "Host", value: "x" }] }, "config.requestHeaders"],
    [{ requestHeaders: [{ name: "x-key" }] }, "config.requestHeaders"],
    [{ requestHeaders: [{ name: "x key", value: "x" }] }, "config.requestHeaders.0.name"],
    [{ requestHeaders: [{ name: "x-key", value: "ü" }] }, "config.requestHeaders.0.value"],
    [
      {
        requestHeaders: [
          { name: "x-key", value: "1" },
          { name: "X-Key", value: "2" },
        ],
      },
      "config.requestHeaders",
    ],
    [{ pagination: { kind: "cursor", path: "", parameter: "" } }, "config.pagination.path"],
    [{ pagination: { kind: "page", parameter: "p", first: -1, totalPath: "" } }, "config.pagination.first"],
    [{ fieldMapping: [{ path: "a", target: "score" }] }, "config.fieldMapping.0.target"],
  ])("refuses %j", async (config, field) => {
    const winnow = await freshWinnow(engine);
    const answer = await winnow.call("POST /api/data-sources", { body: { name: "API", type: "json_api", config } });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: [{ field }] }]);
  });

  test("that fails is reported, without blocking another source or losing the rows before", async () => {
    const google = await startGooglePeer();
    ended.push(() => google.close());
    const peer = await started(startAirtablePeer(Array.from({ length: 120 }, (_, index) => airtableRecord(index))));
    const winnow = await freshWinnow(engine, { google });
    await winnow.ok("PUT /api/settings", { body: { maxLeadsPerSync: null } });
    const { id } = await connect(winnow, "airtable", peer);
    await connectSheet(winnow, google, [
      ["Name", "Email"],
      ["Bo Berg", "bo@berg.example"],
    ]);
    peer.next(json(200, { records: peer.rows.slice(0, 100), offset: "itrTest0000000001/unknown" }));
    const result = await sync(winnow);
    expect(result.sources).toMatchObject([
      { name: "Inquiries", outcome: "failed" },
      { outcome: "succeeded", created: 1 },
    ]);
    expect((await leadsOf(winnow)).size).toBe(101);
    const [source] = (await winnow.ok("GET /api/data-sources")).filter((one) => one.id === id);
    expect(source).toMatchObject({
      failingSince: expect.any(String),
      lastRun: { outcome: "failed", created: 100, message: expect.stringContaining("422: The value of offset") },
    });
    const { items } = await winnow.ok("GET /api/notifications");
    expect(items).toContainEqual(expect.objectContaining({ kind: "source_failing", title: "Inquiries can't be read" }));
    expect(await sync(winnow)).toMatchObject({ created: 20 });
    const sourceNow = async () => (await winnow.ok("GET /api/data-sources")).find((one) => one.id === id);
    expect(await sourceNow()).toMatchObject({ failingSince: null });

    // Someone renames the field in Airtable.
    peer.rows = peer.rows.map(({ fields: { Email, ...fields }, ...row }) => ({
      ...row,
      fields: { ...fields, Reach: Email },
    }));
    await sync(winnow);
    expect(await sourceNow()).toMatchObject({
      failingSince: expect.any(String),
      lastRun: { message: expect.stringMatching(/^No field is recognized as an email or phone\..*fields\.Reach/u) },
    });
    expect((await leadsOf(winnow)).has("p1@acme.example")).toBe(true);
  });
});
