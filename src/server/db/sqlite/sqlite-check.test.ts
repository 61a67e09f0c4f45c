import Database from "better-sqlite3";
import { cpSync, existsSync } from "node:fs";
import { copyFile, mkdir, open, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { nightlyName } from "#server/db/engine/backup-name.ts";
import { BACKED_UP_TABLES } from "#server/db/backup/backed-up-tables.ts";
import { openStore } from "#server/db/open-store.ts";
import { addLeads, temporaryDatabase, temporaryFolder } from "#test/stores.ts";
import { tableDigests } from "#test/stored-tables.ts";
import { rounds } from "#test/thorough.ts";

const PAGE = 4_096;

/** A data folder with leads in a closed file, and no log. */
async function folderWithLeads(leads = 300): Promise<{ dataDir: string; file: string }> {
  const dataDir = await temporaryFolder();
  const store = await openStore({ dataDir });
  await addLeads(
    store,
    Array.from({ length: leads }, (_, index) => ({ name: `Lead ${index}`, keywords: ["demo"] })),
  );
  await store.close();
  return { dataDir, file: join(dataDir, "winnow.db") };
}

/** A store's files after a power cut: the log isn't part of the database yet. */
async function cutOff(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const end of ["", "-wal"]) {
    const file = join(from, `winnow.db${end}`);
    if (existsSync(file)) await copyFile(file, join(to, `winnow.db${end}`));
  }
}

async function overwrite(file: string, at: number, bytes: Buffer): Promise<void> {
  const handle = await open(file, "r+");
  await handle.write(bytes, 0, bytes.length, at);
  await handle.close();
}

const damaged = { id: "store_damaged", status: 503 };

describe("a damaged database file", () => {
  it("is reported at the start with the newest backup to restore, and left unchanged", async () => {
    const { dataDir, file } = await folderWithLeads();
    await truncate(file, PAGE * 10);
    const before = await readFile(file);
    const own = openStore({ dataDir });
    await expect(own).rejects.toMatchObject(damaged);
    await expect(own).rejects.toThrow("There's no nightly backup");
    const backupDir = join(await temporaryFolder(), "nightly");
    await mkdir(backupDir);
    const names = ["2026-11-20", "2026-11-22", "2026-11-21"].map((day) => nightlyName(new Date(`${day}T03:00:00Z`)));
    for (const name of names) await writeFile(join(backupDir, name), "");
    await writeFile(join(backupDir, "z-by-hand.winnow-backup"), "");
    const newest = join(backupDir, "winnow-2026-11-22T03-00-00Z.winnow-backup");
    await expect(openStore({ dataDir, backupDir })).rejects.toThrow(`npm run restore -- --replace ${newest}`);
    expect((await readFile(file)).equals(before)).toBe(true);
  });

  it.each(["leads", "rules", "schema_versions", "lead_index"])(
    "is reported when its table %s is missing",
    async (table) => {
      const { dataDir, file } = await folderWithLeads(3);
      const db = new Database(file);
      db.exec(`drop table ${table}`);
      db.close();
      const opening = openStore({ dataDir });
      await expect(opening).rejects.toMatchObject(damaged);
      await expect(opening).rejects.toThrow("is missing");
    },
  );

  it("is reported when a trigger for the tallies is missing", async () => {
    const { dataDir, file } = await folderWithLeads(3);
    const db = new Database(file);
    db.exec("drop trigger leads_counted");
    db.close();
    await expect(openStore({ dataDir })).rejects.toThrow("leads_counted is missing");
  });

  it("is reported when a page is torn and the last stop wasn't clean", async () => {
    const { dataDir, file } = await folderWithLeads();
    const store = await openStore({ dataDir });
    onTestFinished(() => store.close());
    await addLeads(store, [{ name: "In the log" }]);
    const torn = await temporaryFolder();
    await cutOff(dataDir, torn);
    await overwrite(join(torn, "winnow.db"), 20 * PAGE, Buffer.alloc(5 * PAGE, 0xa5));
    await expect(openStore({ dataDir: torn })).rejects.toMatchObject(damaged);
    // The log is unchanged: nothing was written to the file.
    expect((await stat(join(torn, "winnow.db-wal"))).size).toBe((await stat(`${file}-wal`)).size);
  });
});

describe("the log of another database", () => {
  it("is reported before it becomes part of the file: of another store", async () => {
    const { dataDir } = await folderWithLeads();
    const other = await temporaryFolder();
    const store = await openStore({ dataDir: other });
    onTestFinished(() => store.close());
    await addLeads(store, [{ name: "Another" }]);
    const mixed = await temporaryFolder();
    await copyFile(join(dataDir, "winnow.db"), join(mixed, "winnow.db"));
    await copyFile(join(other, "winnow.db-wal"), join(mixed, "winnow.db-wal"));
    const before = await readFile(join(mixed, "winnow.db"));
    const opening = openStore({ dataDir: mixed });
    await expect(opening).rejects.toMatchObject(damaged);
    await expect(opening).rejects.toThrow("another database");
    expect((await readFile(join(mixed, "winnow.db"))).equals(before)).toBe(true);
  });

  it("is reported before it becomes part of the file: of the same store at another time", async () => {
    const { dataDir, file } = await folderWithLeads(30);
    const early = await temporaryFolder();
    await copyFile(file, join(early, "winnow.db"));
    const first = await openStore({ dataDir });
    await addLeads(
      first,
      Array.from({ length: 3_000 }, (_, index) => ({ name: `More ${index}` })),
    );
    await first.close();
    const store = await openStore({ dataDir });
    onTestFinished(() => store.close());
    await addLeads(store, [{ name: "Last" }]);
    await copyFile(`${file}-wal`, join(early, "winnow.db-wal"));
    await expect(openStore({ dataDir: early })).rejects.toMatchObject(damaged);
  });

  it("is reported when the database itself is gone", async () => {
    const { dataDir } = await folderWithLeads(3);
    const store = await openStore({ dataDir });
    onTestFinished(() => store.close());
    await addLeads(store, [{ name: "In the log" }]);
    const orphan = await temporaryFolder();
    await copyFile(join(dataDir, "winnow.db-wal"), join(orphan, "winnow.db-wal"));
    await expect(openStore({ dataDir: orphan })).rejects.toThrow("without its database");
  });

  it("is applied when it is the right one: a power cut loses nothing", async () => {
    const { dataDir } = await folderWithLeads(3);
    const store = await openStore({ dataDir });
    onTestFinished(() => store.close());
    const [id = ""] = await addLeads(store, [{ name: "In the log" }]);
    const after = await temporaryFolder();
    await cutOff(dataDir, after);
    const again = await openStore({ dataDir: after });
    onTestFinished(() => again.close());
    expect(await again.leads.get(id)).toMatchObject({ name: "In the log" });
  });
});

describe("flipped bytes anywhere in the file", () => {
  // A check can't know which text was written, only that tables and indexes are intact and agree.
  it("are rejected, reported on access, or leave every row intact", { timeout: 300_000 }, async () => {
    const { dataDir, file } = await folderWithLeads(400);
    const whole = await readFile(file);
    const before = await tableDigests({ engine: "sqlite", file });
    const fates = { refused: 0, reported: 0, harmless: 0 };
    const copy = await temporaryFolder();
    cpSync(dataDir, copy, { recursive: true });
    const flipped = join(copy, "winnow.db");
    const step = Math.floor(whole.length / rounds(50, 250)) | 1;
    for (let at = 0; at < whole.length; at += step) {
      await writeFile(flipped, whole);
      await overwrite(flipped, at, Buffer.from([(whole[at] ?? 0) ^ (1 << (at % 8))]));
      fates[await fateOf(flipped, copy, before)] += 1;
    }
    expect(fates.refused + fates.reported).toBeGreaterThan(rounds(2, 10));
  });
});

async function fateOf(
  file: string,
  dataDir: string,
  before: Awaited<ReturnType<typeof tableDigests>>,
): Promise<"refused" | "reported" | "harmless"> {
  const checked = await check(file);
  if (checked === "damaged") return "reported";
  const opened = await openStore({ dataDir }).catch((error: unknown) => error as Error & { id?: string });
  if (!("close" in opened)) {
    // A flip in the migration records is reported as such.
    if (["store_damaged", "schema_changed", "schema_newer"].includes(opened.id ?? "")) return "refused";
    throw opened;
  }
  await opened.close();
  const after = await tableDigests({ engine: "sqlite", file });
  for (const table of BACKED_UP_TABLES) expect(after[table]?.rows).toBe(before[table]?.rows);
  return "harmless";
}

async function check(file: string): Promise<"whole" | "damaged"> {
  const { openSqliteSnapshot } = await import("#server/db/backup/sqlite-snapshot.ts");
  try {
    const snapshot = openSqliteSnapshot(file);
    try {
      await snapshot.check();
      return "whole";
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    if ((error as { id?: string }).id === "store_damaged") return "damaged";
    throw error;
  }
}

describe("damage found while running", () => {
  it("is reported with an explanation", async () => {
    const { dataDir, file } = await folderWithLeads(2_000);
    const store = await openStore({ dataDir });
    onTestFinished(() => store.close());
    const bytes = (await stat(file)).size;
    await overwrite(file, 60 * PAGE, Buffer.alloc(bytes - 60 * PAGE, 0xa5));
    await expect(store.leads.get("1500")).rejects.toMatchObject(damaged);
  });
});

describe("a PostgreSQL database", () => {
  it.each([
    ["a table", "drop table rules", "rules is missing"],
    ["a trigger", "drop trigger leads_counted on leads", "leads_counted is missing"],
  ])("with a missing %s is reported at the start", async (_what, statement, words) => {
    const databaseUrl = await temporaryDatabase();
    const dataDir = await temporaryFolder();
    await (await openStore({ dataDir, databaseUrl })).close();
    await sql(databaseUrl, statement);
    const opening = openStore({ dataDir, databaseUrl });
    await expect(opening).rejects.toMatchObject(damaged);
    await expect(opening).rejects.toThrow(words);
  });

  it("whose table disappears while it runs is reported with an explanation", async () => {
    const databaseUrl = await temporaryDatabase();
    const store = await openStore({ dataDir: await temporaryFolder(), databaseUrl });
    onTestFinished(() => store.close());
    await sql(databaseUrl, "drop table rules");
    await expect(store.rules.list()).rejects.toMatchObject(damaged);
  });
});

async function sql(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
}
