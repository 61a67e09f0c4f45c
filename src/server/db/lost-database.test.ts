import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { mkdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nightlyName } from "#server/db/engine/backup-name.ts";
import { openStore } from "#server/db/open-store.ts";
import { migratedDatabase, temporaryDatabase, temporaryFolder } from "#test/stores.ts";

const KEY = "secret.key";
const BACKUP = join("backups", nightlyName(new Date("2026-11-22T03:00:00Z")));

async function put(dataDir: string, name: string): Promise<string> {
  const path = join(dataDir, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, "x");
  return path;
}

describe("a lost database file", () => {
  it.each([
    { state: "empty", left: KEY },
    { state: "empty", left: BACKUP },
    { state: "missing", left: KEY },
    { state: "missing", left: BACKUP },
  ])("isn't recreated when it is $state next to $left, and the error explains what to do", async ({ state, left }) => {
    const dataDir = await temporaryFolder();
    const file = join(dataDir, "winnow.db");
    if (state === "empty") await writeFile(file, "");
    const path = await put(dataDir, left);
    const opening = openStore({ dataDir });
    await expect(opening).rejects.toMatchObject({ id: "store_missing", status: 503 });
    const restored = left === BACKUP ? path : "FILE";
    for (const words of [`${file} is ${state}`, `--replace ${restored}`, "set DATABASE_URL", "start over"]) {
      await expect(opening).rejects.toThrow(words);
    }
    const bytes = existsSync(file) ? (await stat(file)).size : null;
    expect(bytes).toBe(state === "empty" ? 0 : null);

    // To start over on purpose, move what is left.
    await rename(path, join(await temporaryFolder(), "elsewhere"));
    await (await openStore({ dataDir })).close();
  });

  it("is reported when its backups are in a separate folder", async () => {
    const [dataDir, backupDir] = [await temporaryFolder(), await temporaryFolder()];
    await put(backupDir, "by-hand.winnow-backup");
    await expect(openStore({ dataDir, backupDir })).rejects.toMatchObject({ id: "store_missing" });
  });

  it("isn't recreated over a file that only has a database header", async () => {
    const dataDir = await temporaryFolder();
    await put(dataDir, KEY);
    const db = new Database(join(dataDir, "winnow.db"));
    db.pragma("journal_mode = wal");
    db.close();
    await expect(openStore({ dataDir })).rejects.toMatchObject({ id: "store_missing" });
  });

  it("isn't reported where there was none before", async () => {
    const dataDir = await temporaryFolder();
    await writeFile(join(dataDir, "winnow.db"), "");
    await mkdir(join(dataDir, "backups"));
    const store = await openStore({ dataDir });
    expect(await store.leads.get("1")).toBeNull();
    await store.close();
  });
});

describe("a PostgreSQL database without tables", () => {
  it.each([KEY, BACKUP])("isn't filled next to a data folder with %s, and the error says what to do", async (left) => {
    const dataDir = await temporaryFolder();
    const databaseUrl = await temporaryDatabase();
    const path = await put(dataDir, left);
    for (let again = 0; again < 2; again += 1) {
      const opening = openStore({ dataDir, databaseUrl });
      await expect(opening).rejects.toMatchObject({ id: "store_missing" });
      for (const words of ["DATABASE_URL", "npm run restore -- ", "start over"]) {
        await expect(opening).rejects.toThrow(words);
      }
    }
    await rename(path, join(await temporaryFolder(), "elsewhere"));
    await (await openStore({ dataDir, databaseUrl })).close();
    // An additional machine brings the key to an existing database.
    await put(dataDir, KEY);
    await (await openStore({ dataDir, databaseUrl })).close();
  });

  it("may have its data in a SQLite file that wasn't moved", async () => {
    const dataDir = await temporaryFolder();
    await migratedDatabase("sqlite", dataDir);
    await put(dataDir, KEY);
    const opening = openStore({ dataDir, databaseUrl: await temporaryDatabase() });
    await expect(opening).rejects.toThrow("npm run move-to-postgres");
  });
});
