import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { createSecrets, openSecrets } from "#server/platform/secrets.ts";
import { openStore } from "#server/db/open-store.ts";
import { TABLES } from "#server/db/actions/nouns.ts";
import { FORM_SECRETS } from "#server/features/forms/form-hook.ts";
import { resealSecrets, warnOfOtherKey } from "#server/features/backups/reseal-secrets.ts";
import { freshWinnow } from "#test/harness.ts";
import { ADA } from "#test/http/account-examples.ts";
import { startGooglePeer } from "#test/peers/google/google-peer.ts";
import { runCommand } from "#test/command-process.ts";
import { migratedDatabase, temporaryFolder, type EngineName, oneEngine } from "#test/stores.ts";

const TOKEN = "the token of the form address";
const MAIL = {
  smtpHost: "127.0.0.1",
  smtpPort: 1,
  username: "u",
  password: "the password of a mail server",
  fromEmail: "from@example.com",
  recipientEmails: ["to@example.com"],
};

/** Runs `npm run new-key`; returns the exit code and what it printed. */
async function newKey(env: Record<string, string>): Promise<[unknown, string]> {
  const { code, out, err } = await runCommand("new-key", [], env);
  return [code, out + err];
}

describe.each(oneEngine("sqlite"))("a new key on %s", (engine) => {
  test("re-encrypts every secret, and undo still restores earlier ones", async () => {
    const google = await startGooglePeer();
    onTestFinished(() => google.close());
    const winnow = await freshWinnow(engine);
    const sheet = { spreadsheetId: "a-sheet", range: "Sheet1!A1:C9" };
    const { keyFile: serviceAccount } = google.addServiceAccount();
    const configs = [
      { type: "google_sheets", config: { ...sheet, serviceAccount } },
      { type: "google_sheets", config: { ...sheet, authMethod: "api_key", apiKey: "an API key" } },
      {
        type: "json_api",
        config: { url: "https://a.example/", requestHeaders: [{ name: "x-key", value: "of an API" }] },
      },
      { type: "email", config: { email: "a@acme.example", appPassword: "of a source", server: "imap://127.0.0.1:1" } },
    ];
    for (const body of configs) await winnow.ok("POST /api/data-sources", { body: { name: "A source", ...body } });
    const { id } = await winnow.ok("POST /api/email-settings", { body: MAIL });
    const changed = await winnow.call("PATCH /api/email-settings/{id}", { id, body: { password: "another one" } });
    const mailbox = { email: "a@acme.example", appPassword: "of the mailbox", server: "imap://127.0.0.1:1" };
    await winnow.ok("POST /api/gmail/config", { body: { ...mailbox, enabled: false } });
    await winnow.ok("PATCH /api/form-hook", { body: { typeformSecret: "a signing secret" } });
    const endpoint = { url: "https://crm.acme.example/hook", events: ["report.sent" as const] };
    const { id: hook } = await winnow.ok("POST /api/webhook-endpoints", { body: endpoint });
    await winnow.ok("POST /api/webhook-endpoints/{id}/rotate-secret", { id: hook });
    const app = { mode: "person" as const, clientId: "an app", clientSecret: "of the app", tenant: "acme.example" };
    await winnow.ok("PUT /api/mail-sign-ins/{provider}", {
      params: { provider: "microsoft" },
      body: { ...app, account: "" },
    });
    const { store, secrets } = winnow.workspace;
    await store.mailSignIns.update("microsoft", {
      sealedRefreshToken: secrets.seal("to renew", "mail sign-in refresh token"),
      sealedAccessToken: secrets.seal("to sign in", "mail sign-in access token"),
    });
    await winnow.ok("POST /api/session/first-owner", { body: ADA });
    await winnow.ok("POST /api/session/second-factor", { body: { password: ADA.password } });

    const sealed = new Set<string>();
    await store.resealAll((text) => {
      sealed.add(text);
      return text;
    });
    // One for each column except that of an active second factor, plus an earlier mail server password.
    expect(sealed.size).toBe(TABLES.flatMap((table) => table.sealed ?? []).length);
    const to = createSecrets(Buffer.alloc(32, 7));
    expect(await resealSecrets({ store }, { from: [secrets], to })).toEqual({ resealed: sealed.size, unreadable: 0 });
    await store.resealAll((text) => {
      expect(sealed).not.toContain(text);
      return text;
    });
    expect(await resealSecrets({ store }, { from: [secrets], to })).toEqual({ resealed: 0, unreadable: sealed.size });

    // What a start with another key logs; the earlier password isn't in use.
    const lines: string[] = [];
    const log = createLog("warn", { write: (line) => void lines.push(line) });
    await warnOfOtherKey({ store, secrets: to, log });
    expect(lines).toEqual([]);
    await warnOfOtherKey({ store, secrets, log });
    expect(lines).toEqual([expect.stringContaining(`"unreadable":${sealed.size - 1},"readable":0`)]);

    await winnow.ok("POST /api/journal/{id}/undo", { id: String(changed.headers["x-act-id"]) });
    const [before] = await store.emailSettings.list();
    expect(to.open(before?.sealedPassword ?? "", "email-settings password")).toBe(MAIL.password);
  });

  test("can be made by a command once nothing runs, and keeps the old one for earlier backups", async () => {
    const place = await sealedPlace(engine);
    const store = await place.open();
    const at = "2026-05-01T10:00:00.000Z";
    await store.health.beat({ id: "a-server", takesJobs: true, startedAt: at, facts: {} });
    expect(await newKey(place.env)).toEqual([1, expect.stringMatching(/Another Winnow process|Winnow is running/u)]);
    await store.health.leave("a-server");
    await store.close();
    expect(await place.opened()).toBe(TOKEN);

    const first = await readFile(place.keyPath, "utf8");
    expect(await newKey(place.env)).toEqual([
      0,
      expect.stringMatching(/^1 secret was encrypted with the new key\. The/u),
    ]);
    expect(await readFile(place.keyPath, "utf8")).not.toBe(first);
    expect(await place.opened()).toBe(TOKEN);
    const [aside = ""] = (await readdir(place.dataDir)).filter((name) => name.startsWith("secret-replaced-"));
    const asidePath = join(place.dataDir, aside);
    expect(await readFile(asidePath, "utf8")).toBe(first);
    for (const file of [place.keyPath, asidePath]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("is made again where a kill left a key file that decrypts nothing", async () => {
    const place = await sealedPlace(engine);
    await rename(place.keyPath, join(place.dataDir, "secret-replaced-2026-01-01T00-00-00Z.key"));
    await writeFile(place.keyPath, "b".repeat(64), { mode: 0o600 });
    expect(await newKey(place.env)).toEqual([
      0,
      expect.stringMatching(/^1 secret was encrypted with the new key\. The/u),
    ]);
    expect(await place.opened()).toBe(TOKEN);
  });

  test("can be supplied by the operator", async () => {
    const place = await sealedPlace(engine);
    const passphrase = "a passphrase of the operator";
    const [code] = await newKey({ ...place.env, WINNOW_NEW_SECRET_KEY: passphrase });
    expect(code).toBe(0);
    expect(await place.opened(passphrase)).toBe(TOKEN);
    const unnamed = await newKey({ ...place.env, WINNOW_SECRET_KEY: passphrase });
    expect(unnamed).toEqual([1, expect.stringContaining("WINNOW_NEW_SECRET_KEY=")]);
  });
});

/** A data folder with one secret under its key file. */
async function sealedPlace(engine: EngineName) {
  const dataDir = await temporaryFolder();
  const databaseUrl = await migratedDatabase(engine, dataDir);
  const [open, keyOf] = [
    () => openStore({ dataDir, databaseUrl }),
    (passphrase?: string) => openSecrets({ passphrase, dataDir }),
  ];
  const seeding = await open();
  const sealedToken = (await keyOf()).seal(TOKEN, FORM_SECRETS.token);
  await seeding.forms.createHook({ sealedToken, sealedTypeformSecret: null, createdAt: "2026-05-01T10:00:00.000Z" });
  await seeding.close();
  return {
    dataDir,
    keyPath: join(dataDir, "secret.key"),
    env: { WINNOW_DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) },
    open,
    /** The secret as the current key decrypts it. */
    async opened(passphrase?: string) {
      const store = await open();
      const hook = await store.forms.hook();
      await store.close();
      return (await keyOf(passphrase)).open(hook?.sealedToken ?? "", FORM_SECRETS.token);
    },
  };
}
