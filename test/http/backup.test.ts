import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommand, type EndedCommand } from "#test/command-process.ts";
import { startServer, type ServerProcess } from "#test/server-process.ts";
import {
  ENGINES,
  migratedDatabase,
  oneEngine,
  temporaryDatabase,
  temporaryFolder,
  type EngineName,
} from "#test/stores.ts";

const PASSPHRASE = "correct horse battery";
const PASSWORD = "the password of a mail server";
const LEADS = 60;

interface Place {
  dataDir: string;
  env: Record<string, string>;
}

/** An empty place to restore into. */
async function placeOf(engine: EngineName): Promise<Place> {
  const env: Record<string, string> = engine === "sqlite" ? {} : { DATABASE_URL: await temporaryDatabase() };
  return { dataDir: await temporaryFolder(), env };
}

/** A place where Winnow can start right away; the caller removes the folder. */
async function migratedPlace(engine: EngineName): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-test-"));
  const url = await migratedDatabase(engine, dataDir);
  return { dataDir, env: url === undefined ? {} : { DATABASE_URL: url } };
}

async function command(
  name: string,
  args: string[],
  { dataDir, env }: Place,
  more: Parameters<typeof runCommand>[3] & { env?: Record<string, string> } = {},
): Promise<EndedCommand> {
  return runCommand(name, args, { WINNOW_DATA_DIR: dataDir, ...env, ...more.env }, more);
}

async function serve(place: Place): Promise<ServerProcess> {
  const server = await startServer(place);
  onTestFinished(async () => void (await server.stop()));
  return server;
}

async function fill(server: ServerProcess): Promise<void> {
  await server.ask("POST", "/api/rules", { name: "Intent", keywords: ["demo", "prix élevé"], scoreWeight: 20 });
  for (let index = 0; index < LEADS; index += 1) {
    const name = `Ännie 😀 ${index}`;
    await server.ask("POST", "/api/leads", { name, email: `a${index}@example.com`, notes: "A demo, \u0000 please" });
  }
  await server.ask("PATCH", "/api/leads/3", { company: "Ünion & Söhne" });
  await server.ask("PATCH", "/api/leads/4", { status: "approved" });
  await server.ask("POST", "/api/email-settings", {
    smtpHost: "127.0.0.1",
    smtpPort: 1,
    username: "u",
    password: PASSWORD,
    fromEmail: "from@example.com",
    recipientEmails: ["to@example.com"],
    reportFrequency: "daily",
  });
  await comparedAll(server);
}

/** Duplicates are found in the background, and pairs that are found again get other IDs. */
async function comparedAll({ url }: ServerProcess): Promise<void> {
  const waiting = async (): Promise<number> => {
    const answer = await fetch(`${url}/api/duplicates`);
    return ((await answer.json()) as { waiting: number }).waiting;
  };
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 60_000, interval: 50 });
}

/** Everything a person sees: every list and figure of the product. */
const PATHS = [
  "/api/leads",
  "/api/leads?search=annie&limit=20",
  "/api/leads?keyword=demo&limit=20",
  "/api/leads/3",
  "/api/rules",
  "/api/email-settings",
  "/api/settings",
  "/api/dashboard/stats",
  "/api/dashboard/pipeline",
  "/api/dashboard/score-distribution",
  "/api/dashboard/activity",
  "/api/journal",
];

async function seen(server: ServerProcess): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const path of PATHS) {
    const answer = await fetch(`${server.url}${path}`);
    expect(answer.status).toBe(200);
    answers[path] = JSON.parse(await answer.text(), withoutAddressCheck);
  }
  return answers;
}

/** Email addresses are checked in the background, which may come in between. */
function withoutAddressCheck(key: string, value: unknown): unknown {
  return key === "addressQuality" || key === "addressReason" ? undefined : value;
}

describe.each(ENGINES)("npm run backup on %s", (engine) => {
  let source: Place;
  let server: ServerProcess;
  beforeAll(async () => {
    source = await migratedPlace(engine);
    server = await startServer(source);
    await fill(server);
  });
  afterAll(async () => {
    await server.stop();
    await rm(source.dataDir, { recursive: true, force: true });
  });

  describe("with secrets, while the server runs", () => {
    const env = { WINNOW_BACKUP_PASSPHRASE: PASSPHRASE };
    let folder: string;
    let file: string;
    let made: EndedCommand;
    let before: Record<string, unknown>;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "winnow-test-"));
      file = join(folder, "all.winnow-backup");
      made = await command("backup", [file, "--with-secrets"], source, { env });
      before = await seen(server);
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it("prints what the backup contains", () => {
      expect(made).toMatchObject({ code: 0 });
      expect(made.out).toContain(`Backed up ${LEADS} leads with all secrets to ${file}`);
      expect(made.out).toContain("A test restore succeeded");
    });

    it.each(ENGINES.filter((to) => to !== engine))("npm run restore on %s restores everything", async (to) => {
      const target = await placeOf(to);
      const restored = await command("restore", [file], target, { env });
      expect(restored).toMatchObject({ code: 0 });
      expect(restored.out).toContain(`Restored ${LEADS} leads`);
      const other = await serve(target);
      expect(await seen(other)).toEqual(before);
      const again = await command("restore", [file, "--replace"], target, { env });
      expect(again).toMatchObject({ code: 1, out: "" });
      expect(again.err).toMatch(/Another Winnow process is using|Winnow is running on this database/u);
    });
  });

  describe.each(oneEngine("sqlite").filter((one) => one === engine))("whatever the engine, as on %s,", () => {
    it("skips secrets unless asked, and the restore explains what to do", async () => {
      const file = join(await temporaryFolder(), "open.winnow-backup");
      expect(await command("backup", [file, "--no-verify"], source)).toMatchObject({ code: 0 });
      const target = await placeOf("sqlite");
      const { code, out } = await command("restore", [file], target);
      expect(code).toBe(0);
      expect(out).toContain("npm run user -- password NAME");
      const other = await serve(target);
      const answer = await fetch(`${other.url}/api/email-settings`);
      expect(await answer.json()).toMatchObject([{ hasPassword: false }]);
    });

    it("explains what is wrong in one sentence and exits with code 1", async () => {
      const place = await placeOf(engine);
      const none = await command("backup", [], place, { byScript: true });
      expect(none).toMatchObject({ code: 1, out: "" });
      expect(none.err).toContain("npm run backup -- FILE");
      expect((await command("backup", ["a", "--wrong"], place)).code).toBe(1);
      expect((await command("restore", [join(place.dataDir, "none")], place)).err).toContain("can't be read");
      const file = join(place.dataDir, "b");
      const unasked = await command("backup", [file, "--with-secrets"], source);
      expect(unasked).toMatchObject({ code: 1 });
      expect(unasked.err).toContain("WINNOW_BACKUP_PASSPHRASE");
      expect(existsSync(file)).toBe(false);
    });

    it("leaves nothing behind after Ctrl+C", async () => {
      const folder = await temporaryFolder();
      const ended = await command("backup", [join(folder, "b")], source, { byScript: true, until: "Backing up" });
      expect(ended.code === 130 || ended.code === 0).toBe(true);
      expect(await readdir(folder)).toEqual(ended.code === 0 ? ["b"] : []);
    });
  });
});

describe("npm run move-to-postgres", () => {
  it("moves everything in one command, prints what to set and leaves the file untouched", async () => {
    const place = await migratedPlace("sqlite");
    onTestFinished(() => rm(place.dataDir, { recursive: true, force: true }));
    const server = await startServer(place);
    await fill(server);
    const before = await seen(server);
    const env = { DATABASE_URL: await temporaryDatabase() };
    expect(await command("move-to-postgres", [], place, { env })).toMatchObject({ code: 1 });
    await server.stop();
    const file = await readFile(join(place.dataDir, "winnow.db"));
    expect((await command("move-to-postgres", [], place)).err).toContain("DATABASE_URL");
    const moved = await command("move-to-postgres", [], place, { env });
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.out).toContain("secret.key");
    expect((await readFile(join(place.dataDir, "winnow.db"))).equals(file)).toBe(true);
    const after = await serve({ ...place, env });
    expect(await seen(after)).toEqual(before);
    expect(await command("move-to-postgres", [], place, { env })).toMatchObject({ code: 1 });
  });
});
