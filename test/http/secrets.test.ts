import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { freshWinnow, type CallInput } from "#test/harness.ts";
import {
  examplesOf,
  MAILBOX_USER,
  makeOneOfEach,
  mailSettings,
  startPeers,
  type Peers,
} from "#test/http/endpoint-examples.ts";
import { migratedPostgres, oneEngine } from "#test/stores.ts";

const PASSWORD = "marker-of-the-smtp-password";
const API_KEY = "marker-of-the-google-api-key";
const HEADER = "marker-of-an-api-header";

let peers: Peers;
beforeAll(async () => {
  peers = await startPeers();
});
afterAll(() => peers.close());

describe.each(oneEngine("sqlite"))("secrets on %s", (engine) => {
  test("are in no response, event, export or log, and encrypted in the store", async () => {
    const databaseUrl = engine === "postgres" ? await migratedPostgres() : undefined;
    const winnow = await freshWinnow(engine, {
      google: peers.google,
      crms: peers.crms,
      ...(databaseUrl !== undefined && { databaseUrl }),
    });
    const { keyFile } = peers.google.addServiceAccount();
    const keyLines = (keyFile["private_key"] ?? "").split("\n").filter((line) => line.length > 40);
    const markers = [PASSWORD, API_KEY, HEADER, MAILBOX_USER.password, keyFile["private_key_id"] ?? "", ...keyLines];
    expect(markers.length).toBeGreaterThan(10);

    const seen: string[] = [];
    winnow.workspace.feed.onMessage((message) => void seen.push(JSON.stringify(message)));
    const say = async (key: EndpointKey, input?: CallInput): Promise<{ id: string }> => {
      const answer = await winnow.call(key, input);
      seen.push(answer.body, JSON.stringify(answer.headers));
      return answer.body === "" ? { id: "" } : answer.json<{ id: string }>();
    };

    const config = { spreadsheetId: "nobody-shared-this-one", range: "Sheet1!A1:C9", serviceAccount: keyFile };
    const byAccount = await say("POST /api/data-sources", { body: { name: "Account", type: "google_sheets", config } });
    const keyConfig = { ...config, serviceAccount: {}, authMethod: "api_key", apiKey: API_KEY };
    const byKey = await say("POST /api/data-sources", {
      body: { name: "Key", type: "google_sheets", config: keyConfig },
    });
    const echo = { status: 403, headers: { "content-type": "application/json" }, body: `{"message":"Not ${HEADER}"}` };
    peers.website.set({ "/api/rows": echo });
    const apiConfig = {
      url: `${peers.website.url}/api/rows`,
      requestHeaders: [{ name: "Authorization", value: `Bearer ${HEADER}` }],
    };
    const api = await say("POST /api/data-sources", { body: { name: "API", type: "json_api", config: apiConfig } });
    await say("POST /api/data-sources/test", { body: { id: api.id, type: "json_api", config: {} } });
    await say("POST /api/data-sources/test", { body: { type: "json_api", config: { ...apiConfig, rowsPath: 7 } } });
    const mail = { ...mailSettings(peers), password: PASSWORD };
    const email = await say("POST /api/email-settings", { body: mail });

    // Servers that echo what they receive; Google does for the source with the API key.
    const error = { code: 400, status: "INVALID_ARGUMENT", message: `The key ${API_KEY} isn't valid` };
    for (const round of ["sync", "test"]) {
      peers.google.failNext({ on: "values", answer: { status: 404, body: { error: { code: 404, message: round } } } });
      peers.google.failNext({ on: "values", answer: { status: 400, body: { error } } });
    }
    const encoded = Buffer.from(PASSWORD).toString("base64");
    peers.smtp.failures = { signIn: { code: 535, text: `5.7.8 ${PASSWORD} (${encoded}) is wrong` } };
    await say("POST /api/send-report");
    await say("POST /api/sync-leads");
    for (const { id } of [byAccount, byKey]) {
      await say("POST /api/data-sources/test", { body: { id, type: "google_sheets", config: {} } });
      const refused = [
        { apiKey: API_KEY, serviceAccount: keyFile, range: 7 },
        { serviceAccount: { ...keyFile, client_email: "x" } },
      ];
      for (const wrong of refused) await say("PATCH /api/data-sources/{id}", { id, body: { config: wrong } });
    }
    await say("POST /api/email-settings/test", { body: { ...mail, id: email.id } });
    await say("POST /api/email-settings", { body: { ...mail, smtpPort: PASSWORD } });
    const cutShort = JSON.stringify({ password: PASSWORD }).slice(0, -1);
    await say("PATCH /api/email-settings/{id}", { id: email.id, body: cutShort });
    peers.smtp.failures = {};
    const known = await makeOneOfEach(winnow, peers);
    for (const key of Object.keys(endpoints) as EndpointKey[]) await say(key, examplesOf(known, peers)[key]);
    for (const url of ["/api/leads/export?status=all", "/api/openapi.json", "/api/leads"]) {
      seen.push((await winnow.app.inject({ url })).body);
    }

    const everything = `${seen.join("\n")}\n${winnow.logged()}`;
    for (const said of ["hasPassword", "(403: Not •••)", "5.7.8", "isn't valid"]) expect(everything).toContain(said);
    expect(markers.filter((marker) => everything.includes(marker))).toEqual([]);
    expect(everything).not.toContain(encoded);

    const stored = databaseUrl === undefined ? await filesOf(winnow.dataDir) : await tablesOf(databaseUrl);
    expect(stored).toContain(keyFile["client_email"]);
    expect(markers.filter((marker) => stored.includes(marker))).toEqual([]);
  });

  test("survive an update that omits them, and a test can use them by ID", async () => {
    const winnow = await freshWinnow(engine, { google: peers.google, crms: peers.crms });
    const { dataSourceId: id, emailSettingsId } = await makeOneOfEach(winnow, peers);
    await winnow.ok("PATCH /api/data-sources/{id}", {
      id,
      body: { config: { range: "Sheet1!A1:Z99", apiKey: "", serviceAccount: {} } },
    });
    const changed = await winnow.ok("PATCH /api/data-sources/{id}", { id, body: { isActive: false } });
    expect(changed).toMatchObject({
      name: "Spring fair",
      config: { range: "Sheet1!A1:Z99", hasApiKey: true, authMethod: "api_key" },
    });
    const tried = await winnow.ok("POST /api/data-sources/test", { body: { id, type: "google_sheets", config: {} } });
    expect(tried).toMatchObject({ valid: true, rows: 2 });

    const { password: _, ...withoutPassword } = mailSettings(peers);
    const kept = await winnow.ok("PATCH /api/email-settings/{id}", {
      id: emailSettingsId,
      body: { isActive: true, ...withoutPassword },
    });
    expect(kept).toMatchObject({ hasPassword: true, reportFrequency: "daily" });
    const trial = { body: { id: emailSettingsId, ...withoutPassword } };
    expect(await winnow.ok("POST /api/email-settings/test", trial)).toMatchObject({ valid: true });
    const nobody = await winnow.call("POST /api/email-settings/test", { body: withoutPassword });
    expect([nobody.statusCode, nobody.json<{ errors: object[] }>().errors]).toMatchObject([
      422,
      [{ field: "password" }],
    ]);
  });

  test("that can't be decrypted or are missing fail a test with an explanation", async () => {
    const winnow = await freshWinnow(engine, { google: peers.google, crms: peers.crms });
    const { dataSourceId, emailSettingsId } = await makeOneOfEach(winnow, peers);
    const { dataSources, emailSettings } = winnow.workspace.store;
    const { password: _, ...withoutPassword } = mailSettings(peers);
    const email = { body: { id: emailSettingsId, ...withoutPassword } };
    const source = { body: { id: dataSourceId, type: "google_sheets", config: {} } };

    await dataSources.update(dataSourceId, { sealedApiKey: "v1.sealed-under-another-key" });
    await emailSettings.update(emailSettingsId, { sealedPassword: "v1.sealed-under-another-key" });
    const unreadable = { valid: false, message: expect.stringContaining("can't be read with this server's key") };
    expect(await winnow.ok("POST /api/data-sources/test", source)).toMatchObject(unreadable);
    expect(await winnow.ok("POST /api/email-settings/test", email)).toMatchObject(unreadable);
    expect((await winnow.ok("GET /api/dashboard/status")).email).toMatchObject({ state: "failing" });

    await emailSettings.update(emailSettingsId, { sealedPassword: null });
    const missing = await winnow.ok("POST /api/email-settings/test", email);
    expect(missing).toMatchObject({ valid: false, message: expect.stringContaining("Password is missing") });
  });

  test("a stored password goes to no other server", async () => {
    const winnow = await freshWinnow(engine, { google: peers.google, crms: peers.crms });
    const { emailSettingsId: id } = await makeOneOfEach(winnow, peers);
    const signIns = peers.smtp.signIns.length;
    const { password, ...settings } = mailSettings(peers);
    const elsewhere = { ...settings, smtpHost: "localhost" };
    for (const answer of [
      await winnow.call("PATCH /api/email-settings/{id}", { id, body: { smtpHost: "localhost" } }),
      await winnow.call("POST /api/email-settings/test", { body: { id, ...elsewhere } }),
    ]) {
      expect([answer.statusCode, answer.json<{ errors: object[] }>().errors]).toMatchObject([
        422,
        [{ field: "password" }],
      ]);
    }
    expect(peers.smtp.signIns.length).toBe(signIns);
    const moved = await winnow.ok("PATCH /api/email-settings/{id}", { id, body: { smtpHost: "localhost", password } });
    expect(moved).toMatchObject({ smtpHost: "localhost", lastSuccess: null, failingSince: null });
  });
});

async function filesOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")))).join("\n");
}

async function tablesOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from "${name}" t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join("\n");
  } finally {
    await client.end();
  }
}
