import Database from "better-sqlite3";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeBackup, type BackupPlan } from "#server/features/backups/file/make-backup.ts";
import { readBackup } from "#server/features/backups/file/read-backup.ts";
import { openStore, type StoreOptions } from "#server/db/open-store.ts";
import { addLeads, type EngineName, migratedDatabase, temporaryFolder } from "#test/stores.ts";
import { addressOf } from "#test/stored-tables.ts";

const NEVER = new AbortController().signal;
const [EMAIL, OTHER] = ["gone@example.com", "stays@example.com"];

/** Erases in a separate process, like a server, and prints whether a backup is running. */
const ERASER = `
  const { openStore } = await import("#server/db/open-store.ts");
  const store = await openStore(JSON.parse(process.argv[1]));
  await store.people.erase(process.argv[2], process.argv[3]);
  process.stdout.write(String(await store.people.isBackupRunning()));
  await store.close();
`;

type Place = Required<Pick<StoreOptions, "dataDir" | "databaseUrl">>;

function eraseFrom(place: Place, email: string, at: string): string {
  const args = ["--input-type=module", "-e", ERASER, JSON.stringify(place), email, at];
  return execFileSync(process.execPath, args, { encoding: "utf8" });
}

async function placeWithPeople(engine: EngineName): Promise<Place> {
  const dataDir = await temporaryFolder();
  const place = { dataDir, databaseUrl: await migratedDatabase(engine, dataDir) };
  await add(place, EMAIL, OTHER);
  return place;
}

async function add(place: Place, ...emails: string[]): Promise<void> {
  const store = await openStore(place);
  await addLeads(
    store,
    emails.map((email) => ({ name: "Somebody", email, emailKey: email })),
  );
  await store.close();
}

async function planOf(place: Place): Promise<BackupPlan> {
  return {
    source: addressOf(place),
    path: join(await temporaryFolder(), "store.winnow-backup"),
    at: "2026-11-22T03:00:00.000Z",
    secrets: "sealed",
    keyCheck: null,
    key: null,
    verifies: true,
  };
}

/** Files in a folder that contain this text. */
function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}

async function textOf(path: string): Promise<string> {
  const texts: string[] = [];
  for await (const entry of readBackup(path)) if (entry.kind === "rows") texts.push(...entry.lines);
  return texts.join("\n");
}

describe("a person erased while a store is backed up", () => {
  it.each([
    ["sqlite", "Backing up"],
    ["postgres", "Verifying"],
  ] as const)("isn't in the backup, which starts over: %s, %s", async (engine, stage) => {
    const place = await placeWithPeople(engine);
    const plan = await planOf(place);
    const printed: string[] = [];
    const progress = (now: string): void => {
      if (now === stage && printed.length === 0) printed.push(eraseFrom(place, EMAIL, "2026-11-22T03:00:01.000Z"));
    };
    const made = await makeBackup(plan, { signal: NEVER, progress });
    expect(printed).toEqual(["true"]);
    expect(made).toMatchObject({ leads: 1, restarts: 1 });
    const text = await textOf(plan.path);
    expect(text).toContain(OTHER);
    expect(text).not.toContain(EMAIL);
    const store = await openStore(place);
    expect(await store.people.isBackupRunning()).toBe(false);
    await store.close();
  });

  it("isn't in it if they had been erased before and are mentioned again", async () => {
    const place = await placeWithPeople("sqlite");
    eraseFrom(place, EMAIL, "2026-11-22T03:00:00.000Z");
    const store = await openStore(place);
    await addLeads(store, [{ name: "Somebody", notes: `Knows ${EMAIL}` }]);
    await store.close();
    const plan = await planOf(place);
    let erased = false;
    const progress = (): void => {
      if (!erased) eraseFrom(place, EMAIL, "2026-11-22T03:00:01.000Z");
      erased = true;
    };
    expect(await makeBackup(plan, { signal: NEVER, progress })).toMatchObject({ leads: 2, restarts: 1 });
    expect(await textOf(plan.path)).not.toContain(EMAIL);
  });
});

describe("a person erased during a backup", () => {
  it("during every try makes it fail without leaving files", async () => {
    const place = await placeWithPeople("postgres");
    const plan = await planOf(place);
    let second = 0;
    const progress = (stage: string, table: string): void => {
      if (stage !== "Backing up" || table !== "leads") return;
      second += 1;
      eraseFrom(place, EMAIL, `2026-11-22T03:00:0${second}.000Z`);
    };
    await expect(makeBackup(plan, { signal: NEVER, progress })).rejects.toMatchObject({ id: "backup_outdated" });
    expect(second).toBe(3);
    expect(existsSync(plan.path)).toBe(false);
    expect(await readdir(dirname(plan.path))).toEqual([]);
  });

  it("isn't in SQLite's files once the backup has started over", async () => {
    const place = await placeWithPeople("sqlite");
    // Like a server's connection, it keeps SQLite from cleaning up when others close.
    const server = new Database(join(place.dataDir, "winnow.db"));
    server.prepare("select count(*) from leads").get();
    let held: string[] = [];
    let erased = false;
    const progress = (stage: string): void => {
      if (stage === "Starting over") held = filesWith(EMAIL, place.dataDir);
      if (!erased) eraseFrom(place, EMAIL, "2026-11-22T03:00:01.000Z");
      erased = true;
    };
    await makeBackup({ ...(await planOf(place)), verifies: false }, { signal: NEVER, progress });
    server.close();
    expect(erased).toBe(true);
    expect(held).toEqual([]);
  });
});
