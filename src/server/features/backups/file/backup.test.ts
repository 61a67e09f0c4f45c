import Database from "better-sqlite3";
import { existsSync } from "node:fs";
import { cp, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterAll, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { createSecrets, keyOfInstallation, openSecrets } from "#server/platform/secrets.ts";
import { unwritable } from "#server/features/backups/file/backup-errors.ts";
import { makeBackup, openSnapshot, type BackupPlan } from "#server/features/backups/file/make-backup.ts";
import { moveToPostgres } from "#server/features/backups/file/move-to-postgres.ts";
import { readBackupHeader } from "#server/features/backups/file/read-backup.ts";
import { restoreBackup, type RestorePlan } from "#server/features/backups/file/restore-backup.ts";
import { keyCheckBy, sealKey } from "#server/features/backups/file/sealed-key.ts";
import { entriesOf } from "#server/db/backup/backup-entry.ts";
import { openSqliteSnapshot } from "#server/db/backup/sqlite-snapshot.ts";
import { openStore, type StoreOptions } from "#server/db/open-store.ts";
import { sqliteError } from "#server/db/sqlite/sqlite-error.ts";
import type { Store } from "#server/db/store.ts";
import {
  addDataSource,
  addLeads,
  anEntry,
  copiedDatabase,
  type EngineName,
  ENGINES,
  migratedDatabase,
  oneEngine,
  temporaryDatabase,
  temporaryFolder,
} from "#test/stores.ts";
import { addressOf, EVERY_TABLE, fillEmptyTables, tableDigests } from "#test/stored-tables.ts";
import { IS_THOROUGH } from "#test/thorough.ts";
import { version01 } from "#test/version-0.1.ts";

const AT = "2026-11-22T03:00:00.000Z";
const PASSPHRASE = "correct horse battery";
const NEVER = new AbortController().signal;
const QUIET = { signal: NEVER, progress: () => {} };

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

async function emptyPlace(engine: EngineName): Promise<Place> {
  return {
    dataDir: await temporaryFolder(),
    databaseUrl: engine === "postgres" ? await temporaryDatabase() : undefined,
  };
}

async function migratedPlace(engine: EngineName, folder?: string): Promise<Place> {
  const dataDir = folder ?? (await temporaryFolder());
  return { dataDir, databaseUrl: await migratedDatabase(engine, dataDir) };
}

async function openedAt(options: StoreOptions): Promise<Store> {
  const store = await openStore(options);
  onTestFinished(() => store.close());
  return store;
}

/** A store with leads and a row in every other table. */
async function filledPlace(engine: EngineName): Promise<Place> {
  const template = await (templates[engine] ??= newlyFilled(engine));
  if (template.databaseUrl !== undefined) {
    return { dataDir: await temporaryFolder(), databaseUrl: await copiedDatabase(template.databaseUrl) };
  }
  const place = await emptyPlace(engine);
  await cp(template.dataDir, place.dataDir, { recursive: true });
  return place;
}

/** Filling takes longer than most tests, so each gets a copy. */
const templates: Partial<Record<EngineName, Promise<Place>>> = {};

async function newlyFilled(engine: EngineName): Promise<Place> {
  const place = await migratedPlace(engine, await mkdtemp(join(tmpdir(), "winnow-test-")));
  const store = await openStore(place);
  const ids = await addLeads(store, [
    { name: "Ännie", status: "approved", keywords: ["demo", "Größe"], notes: "a NUL \0 and half a pair \ud83d" },
    { name: "Bob", email: "bob@example.com", emailKey: "bob@example.com", status: "qualified" },
    ...Array.from({ length: 700 }, (_, index) => ({ name: `Lead ${index}`, keywords: ["demo"] })),
  ]);
  await addDataSource(store);
  await store.leads.setStatus({ id: ids[1] ?? "", status: "rejected", by: "T", at: AT });
  await store.close();
  await fillEmptyTables(addressOf(place));
  const counts = await tableDigests(addressOf(place));
  expect(EVERY_TABLE.filter((table) => (counts[table]?.rows ?? 0) === 0)).toEqual([]);
  return place;
}

afterAll(async () => {
  for (const place of Object.values(templates)) await rm((await place).dataDir, { recursive: true, force: true });
});

function planOf(place: Place, path: string, more: Partial<BackupPlan> = {}): BackupPlan {
  return {
    source: addressOf(place),
    path,
    at: AT,
    secrets: "sealed",
    keyCheck: null,
    key: null,
    verifies: true,
    ...more,
  };
}

function restoreOf(path: string, place: Place, more: Partial<RestorePlan> = {}): RestorePlan {
  return {
    path,
    ...place,
    secretKey: undefined,
    replaces: false,
    at: new Date(AT),
    passphrase: () => Promise.reject(new Error("Nobody was to be asked.")),
    ...more,
  };
}

async function backUp(place: Place, more: Partial<BackupPlan> = {}): Promise<string> {
  const path = join(await temporaryFolder(), "store.winnow-backup");
  await makeBackup(planOf(place, path, more), QUIET);
  return path;
}

/** Expected tables after a restore: identical, except that the follow-up scan restarts. */
function restoredFrom(digests: Awaited<ReturnType<typeof tableDigests>>): typeof digests {
  return { ...digests, follow_up_walk: { digest: "0".repeat(64), rows: 0 } };
}

/** Each engine is read once and written once: what reads a file doesn't depend on what wrote it. */
const DIRECTIONS = ENGINES.flatMap((from) => ENGINES.map((to) => ({ from, to }))).filter(
  ({ from, to }) => IS_THOROUGH || from !== to,
);

describe.each(DIRECTIONS)("a backup of $from restored into $to", ({ from, to }) => {
  it("has identical tables and works with the product", async () => {
    const source = await filledPlace(from);
    const before = await tableDigests(addressOf(source));
    const path = await backUp(source);
    expect(await tableDigests(addressOf(source))).toEqual(before);
    const target = await emptyPlace(to);
    const restored = await restoreBackup(restoreOf(path, target), QUIET);
    expect(restored).toMatchObject({ leads: 702, aside: null });
    expect(await tableDigests(addressOf(target))).toEqual(restoredFrom(before));

    const [was, is] = [await openedAt(source), await openedAt(target)];
    expect(await is.leads.totals()).toEqual(await was.leads.totals());
    expect(await is.leads.totalsBySource()).toEqual(await was.leads.totalsBySource());
    expect(await is.leads.count({ search: "annie" })).toEqual({ count: 1, exact: true });
    expect(await is.leads.count({ keyword: "demo" })).toEqual({ count: 701, exact: true });
    expect(await is.leads.get("1")).toEqual(await was.leads.get("1"));
    expect((await is.leads.get("1"))?.notes).toBe("a NUL \0 and half a pair \ud83d");
    // No ID is assigned twice, nor any that leads since the backup may have.
    const [next = ""] = await addLeads(was, [{ name: "New" }]);
    expect(await addLeads(is, [{ name: "New" }])).toEqual([String(Number(next) + 1_000_000)]);
  });
});

describe.each(DIRECTIONS)("a backup of version 0.1 on $from restored into $to", ({ from, to }) => {
  it("comes to this version", async () => {
    const source = await version01(from);
    const path = join(await temporaryFolder(), "early.winnow-backup");
    await makeBackup({ ...planOf({ dataDir: "", databaseUrl: undefined }, path), source: addressOf(source) }, QUIET);
    expect(await readBackupHeader(path)).toMatchObject({
      schemaVersion: 32,
      lastMigration: "people",
      engine: from,
    });
    const target = await emptyPlace(to);
    expect(await restoreBackup(restoreOf(path, target), QUIET)).toMatchObject({ leads: 3 });
    const store = await openedAt(target);
    expect(await store.leads.totals()).toEqual({ pending: 0, qualified: 1, approved: 1, rejected: 1 });
    expect(await store.leads.count({ search: "annie" })).toEqual({ count: 1, exact: true });
    expect(await store.leads.count({ keyword: "GRÖSSE" })).toEqual({ count: 1, exact: true });
    expect(await store.leads.totalsBySource()).toEqual({ website: 1, manual: 1, google_sheets: 1 });
  });
});

describe.each(oneEngine("sqlite"))("a backup of %s without secrets", (engine) => {
  it("contains no secret and says so in its header", async () => {
    const source = await filledPlace(engine);
    const path = await backUp(source, { secrets: "left-out" });
    expect(await readBackupHeader(path)).toMatchObject({ secrets: "left-out", key: null });
    const target = await emptyPlace("sqlite");
    await restoreBackup(restoreOf(path, target), QUIET);
    const store = await openedAt(target);
    const [first] = await store.dataSources.list();
    expect(first).toMatchObject({ sealedApiKey: null, sealedServiceAccount: null, sealedAppPassword: null });
    const digests = await tableDigests(addressOf(target));
    for (const table of ["form_hook", "recovery_codes", "api_tokens"]) expect(digests[table]?.rows).toBe(0);
    const [account] = await store.accounts.list();
    expect(account).toMatchObject({ passwordHash: null, sealedSecondFactor: null, invitationHash: null });
  });

  it("contains no old secret that undo could restore", async () => {
    const place = await migratedPlace(engine);
    const store = await openStore(place);
    await store.act(anEntry(), ({ formHook }) =>
      formHook.make({ sealedToken: "v1.marker", sealedTypeformSecret: null, createdAt: AT }),
    );
    await store.close();
    const texts = async (withSecrets: boolean): Promise<string> => {
      const snapshot = await openSnapshot(addressOf(place));
      const entries = await Array.fromAsync(entriesOf(snapshot, { withSecrets }));
      await snapshot.close();
      return entries.flatMap((entry) => (entry.kind === "rows" ? entry.lines : [])).join("\n");
    };
    expect(await texts(true)).toContain("v1.marker");
    expect(await texts(false)).not.toContain("v1.marker");
    expect(await texts(false)).toContain("sealed_token");
  });
});

test("reports unknown erasures when restoring over a lost database", async () => {
  const source = await migratedPlace("sqlite");
  await (await openStore(source)).close();
  const path = await backUp(source);
  const restored = async (lose: (dataDir: string) => Promise<unknown>) => {
    const target = await emptyPlace("sqlite");
    await lose(target.dataDir);
    return restoreBackup(restoreOf(path, target, { replaces: true }), QUIET);
  };
  const lost = { erasures: "unreadable", suppressionsRetained: false };
  expect(await restored((dataDir) => writeFile(join(dataDir, "winnow.db"), ""))).toMatchObject(lost);
  expect(await restored((dataDir) => openSecrets({ passphrase: undefined, dataDir }))).toMatchObject(lost);
  const nothingLost = await restored(() => Promise.resolve());
  expect(nothingLost).toMatchObject({ erasures: "none", suppressionsRetained: true });
});

describe("the secrets key", () => {
  it("is included under a passphrase, which is required to open it", async () => {
    const source = await filledPlace("sqlite");
    const secrets = await openSecrets({ passphrase: undefined, dataDir: source.dataDir });
    const key = await keyOfInstallation({ passphrase: undefined, dataDir: source.dataDir }, { makes: true });
    const path = await backUp(source, {
      secrets: "with-key",
      keyCheck: keyCheckBy(secrets),
      key: sealKey(key, PASSPHRASE),
    });
    expect((await readFile(path)).includes(key)).toBe(false);

    const target = await emptyPlace("sqlite");
    const wrong = restoreOf(path, target, { passphrase: () => Promise.resolve("another one, surely") });
    await expect(restoreBackup(wrong, QUIET)).rejects.toMatchObject({ id: "passphrase_wrong" });
    expect(existsSync(join(target.dataDir, "winnow.db"))).toBe(false);
    const other = restoreOf(path, target, {
      passphrase: () => Promise.resolve(PASSPHRASE),
      secretKey: "another key than that",
    });
    await expect(restoreBackup(other, QUIET)).rejects.toMatchObject({ id: "key_differs" });

    const right = restoreOf(path, target, { passphrase: () => Promise.resolve(PASSPHRASE) });
    expect(await restoreBackup(right, QUIET)).toMatchObject({ secretsReadable: true });
    const opened = await openSecrets({ passphrase: undefined, dataDir: target.dataDir });
    expect(opened.open(secrets.seal("a password", "p"), "p")).toBe("a password");
    expect((await stat(join(target.dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
  });

  it("reports a different key in the data folder", async () => {
    const source = await filledPlace("sqlite");
    const secrets = await openSecrets({ passphrase: undefined, dataDir: source.dataDir });
    const path = await backUp(source, { keyCheck: keyCheckBy(secrets) });
    const target = await emptyPlace("sqlite");
    await openSecrets({ passphrase: undefined, dataDir: target.dataDir });
    expect(await restoreBackup(restoreOf(path, target), QUIET)).toMatchObject({ secretsReadable: false });
    const same = restoreOf(path, { dataDir: source.dataDir, databaseUrl: undefined }, { replaces: true });
    expect(await restoreBackup(same, QUIET)).toMatchObject({ secretsReadable: true });
  });

  test("encrypts differently each time", () => {
    const key = Buffer.alloc(32, 5);
    expect(sealKey(key, PASSPHRASE).sealed).not.toBe(sealKey(key, PASSPHRASE).sealed);
    expect(keyCheckBy(createSecrets(key))).not.toBe(keyCheckBy(createSecrets(Buffer.alloc(32, 6))));
  });
});

describe("an incomplete backup file", () => {
  it("is refused before anything is written: truncated, changed or extended", async () => {
    const place = await migratedPlace("sqlite");
    const store = await openStore(place);
    await addLeads(store, [{ name: "One" }, { name: "Two" }]);
    await store.close();
    const path = await backUp(place);
    const whole = await readFile(path);
    const target = await emptyPlace("sqlite");
    const altered = join(await temporaryFolder(), "altered");
    const refused = async (bytes: Buffer): Promise<void> => {
      await writeFile(altered, bytes);
      const failing = restoreBackup(restoreOf(altered, target), QUIET);
      await expect(failing).rejects.toMatchObject({ id: "backup_damaged", status: 422 });
    };
    for (let at = 0; at < whole.length; at += 53) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      await refused(flipped);
      await refused(whole.subarray(0, at));
    }
    for (let at = whole.length - 60; at < whole.length; at += 1) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      await refused(flipped);
    }
    await refused(Buffer.concat([whole, Buffer.from([0])]));
    await refused(Buffer.concat([whole, whole]));
    await refused(Buffer.from("These are notes for my bank, not a backup. ".repeat(50)));
    expect(await readdir(target.dataDir)).toEqual([]);
    await expect(restoreBackup(restoreOf("/nowhere/at/all", target), QUIET)).rejects.toMatchObject({
      id: "backup_unreadable",
    });
  });

  it.each([
    ["a newer format", { formatVersion: 2 }, "backup_newer"],
    ["a newer version", { schemaVersion: 999 }, "backup_newer"],
    ["a version before 0.1", { schemaVersion: 31 }, "backup_older"],
    ["another build", { lastMigration: "something-else" }, "backup_newer"],
    [
      "an scrypt cost that takes all memory",
      { key: { salt: "", cost: 2 ** 30, blockSize: 8, sealed: "" } },
      "backup_damaged",
    ],
  ])("is refused with %s", async (_what, more, id) => {
    const place = await migratedPlace("sqlite");
    await (await openStore(place)).close();
    const header = await readBackupHeader(await backUp(place));
    const { sealing } = await import("#server/features/backups/file/backup-seal.ts");
    const stream = sealing();
    stream.end(zstdCompressSync(`${JSON.stringify({ ...header, ...more })}\n{"tables":0,"rows":0}\n`));
    const file = join(await temporaryFolder(), "file");
    await writeFile(file, Buffer.concat(await stream.toArray()));
    const target = await emptyPlace("sqlite");
    await expect(restoreBackup(restoreOf(file, target), QUIET)).rejects.toMatchObject({ id });
    expect(await readdir(target.dataDir)).toEqual([]);
  });
});

describe.each(ENGINES)("a restore into non-empty %s", (engine) => {
  it("is refused, or sets existing data aside", async () => {
    const source = await filledPlace("sqlite");
    const path = await backUp(source);
    const target = await migratedPlace(engine);
    const store = await openStore(target);
    await addLeads(store, [{ name: "Was here" }]);
    await expect(restoreBackup(restoreOf(path, target), QUIET)).rejects.toMatchObject({
      id: engine === "sqlite" ? "data_folder_in_use" : "database_in_use",
    });
    await store.close();
    // PostgreSQL still counts a closed connection for a moment.
    await vi.waitFor(() =>
      expect(restoreBackup(restoreOf(path, target), QUIET)).rejects.toMatchObject({
        id: engine === "sqlite" ? "data_folder_not_empty" : "database_not_empty",
      }),
    );
    const before = await tableDigests(addressOf(target));
    const { aside } = await restoreBackup(restoreOf(path, target, { replaces: true }), QUIET);
    expect(await tableDigests(addressOf(target))).toEqual(restoredFrom(await tableDigests(addressOf(source))));
    const url = new URL(target.databaseUrl ?? "postgres://none");
    url.searchParams.set("options", `-c search_path=${aside}`);
    const kept: Place = { dataDir: "", databaseUrl: url.href };
    const asideAddress = engine === "sqlite" ? ({ engine, file: aside ?? "" } as const) : addressOf(kept);
    expect(await tableDigests(asideAddress)).toEqual(before);
    await (await openStore(target)).close();
  });

  it("erases people again who were erased since the backup", async () => {
    const place = await migratedPlace(engine);
    const store = await openStore(place);
    const [erased, stays] = ["gone@example.com", "stays@example.com"].map((email) => ({ email, emailKey: email }));
    await addLeads(store, [
      { name: "Is Gone", ...erased },
      { name: "Stays", ...stays },
    ]);
    await store.close();
    const path = await backUp(place);
    const again = await openStore(place);
    await again.people.erase("gone@example.com", AT);
    await addLeads(again, [{ name: "Later" }, { name: "Last" }]);
    await again.close();
    const restored = await restoreBackup(restoreOf(path, place, { replaces: true }), QUIET);
    expect(restored).toMatchObject({ leads: 2, erasures: "kept", erasedAgain: 1 });
    const after = await openedAt(place);
    // The IDs of those added since aren't assigned again.
    expect(await addLeads(after, [{ name: "New" }])).toEqual(["5"]);
    expect(await after.leads.get("1")).toBeNull();
    expect(await after.leads.get("2")).toMatchObject({ name: "Stays" });
    expect(await readdir(place.dataDir)).not.toContain("restoring");
  });

  it("changes nothing when canceled halfway", async () => {
    const source = await filledPlace("sqlite");
    const path = await backUp(source);
    const target = await migratedPlace(engine);
    const store = await openStore(target);
    await addLeads(store, [{ name: "Was here" }]);
    await store.close();
    const before = await tableDigests(addressOf(target));
    const filesThere = async (): Promise<string[]> =>
      // Reading leaves an empty log.
      (await readdir(target.dataDir)).filter((name) => !/-(?:wal|shm)$/u.test(name));
    const files = await filesThere();
    const stop = new AbortController();
    const progress = (stage: string, table: string): void => {
      if (stage === "Restoring" && table === "journal") stop.abort();
    };
    const canceled = restoreBackup(restoreOf(path, target, { replaces: true }), { signal: stop.signal, progress });
    await expect(canceled).rejects.toMatchObject({ name: "AbortError" });
    expect(await tableDigests(addressOf(target))).toEqual(before);
    expect(await filesThere()).toEqual(files);
  });
});

describe.each(oneEngine("sqlite"))("a restore into non-empty %s", (engine) => {
  it("keeps people erased from the old data out of the restored data", async () => {
    const source = await migratedPlace("sqlite");
    await (await openStore(source)).close();
    const path = await backUp(source);
    const target = await filledPlace(engine);
    const before = await tableDigests(addressOf(target));
    expect(await restoreBackup(restoreOf(path, target, { replaces: true }), QUIET)).toMatchObject({ erasures: "kept" });
    const after = await tableDigests(addressOf(target));
    for (const table of ["erasure_salt", "erased_keys"]) expect(after[table]).toEqual(before[table]);
    expect(after["rules"]?.rows).toBe(0);
    const again = restoreOf(path, target, { replaces: true, at: new Date("2026-11-23T03:00:00.000Z") });
    await restoreBackup(again, QUIET);
    expect((await tableDigests(addressOf(target)))["erased_keys"]).toEqual(before["erased_keys"]);
  });

  it("doesn't write to people who unsubscribed since the backup", async () => {
    const place = await migratedPlace(engine);
    const store = await openStore(place);
    await store.followUps.suppress("known@example.com", { kind: "unsubscribed", reason: "By link", at: AT });
    await store.followUps.suppress("back@example.com", { kind: "unreachable", reason: "Full", at: AT });
    await store.close();
    const path = await backUp(place);
    const again = await openStore(place);
    await again.followUps.suppress("known@example.com", { kind: "unreachable", reason: "Gone", at: AT });
    await again.followUps.suppress("back@example.com", { kind: "unsubscribed", reason: "By link", at: AT });
    await again.followUps.suppress("late@example.com", { kind: "unsubscribed", reason: "By mail", at: AT });
    await again.close();
    await restoreBackup(restoreOf(path, place, { replaces: true }), QUIET);
    const { followUps } = await openedAt(place);
    const reasons = ["known", "back", "late", "new"].map(async (name) => {
      const suppression = await followUps.suppression(`${name}@example.com`);
      return suppression && `${suppression.kind}: ${suppression.reason}`;
    });
    expect(await Promise.all(reasons)).toEqual([
      "unsubscribed: By link",
      "unsubscribed: By link",
      "unsubscribed: By mail",
      null,
    ]);
  });
});

describe.each(ENGINES)("a backup of %s during writes", (engine) => {
  it("is a consistent snapshot", async () => {
    const place = await migratedPlace(engine);
    const store = await openedAt(place);
    await addLeads(
      store,
      Array.from({ length: 2_000 }, (_, index) => ({ name: `First ${index}` })),
    );
    let added = 2_000;
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) {
        const ids = await addLeads(
          store,
          Array.from({ length: 20 }, (_, index) => ({ name: `Later ${index}` })),
        );
        added += 20;
        await store.leads.setStatus({ id: ids[0] ?? "", status: "approved", by: "T", at: AT });
      }
    })();
    const path = await backUp(place, { verifies: false });
    over.abort();
    await writing;
    const target = await emptyPlace("sqlite");
    const { leads } = await restoreBackup(restoreOf(path, target), QUIET);
    expect(leads).toBeGreaterThanOrEqual(2_000);
    expect(leads).toBeLessThan(added);
    const rows = await tableDigests(addressOf(target));
    expect(rows["lead_search"]?.rows).toBe(leads);
    // Each transaction adds twenty leads with their keywords and counters.
    expect(leads % 20).toBe(0);
    const restored = await openedAt(target);
    const totals = await restored.leads.totals();
    expect(Object.values(totals).reduce((sum, count) => sum + count, 0)).toBe(leads);
  });

  it("leaves no files when canceled", async () => {
    const place = await filledPlace(engine);
    const folder = await temporaryFolder();
    const stop = new AbortController();
    const progress = (stage: string): void => {
      if (stage === "Verifying") stop.abort();
    };
    const canceled = makeBackup(planOf(place, join(folder, "b")), { signal: stop.signal, progress });
    await expect(canceled).rejects.toMatchObject({ name: "AbortError" });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("a backup file", () => {
  it("is readable by its owner only and never replaces a file", async () => {
    const place = await filledPlace("sqlite");
    const path = await backUp(place);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const before = await readFile(path);
    await expect(makeBackup(planOf(place, path), QUIET)).rejects.toMatchObject({ id: "backup_exists" });
    expect(await readFile(path)).toEqual(before);
    await expect(makeBackup(planOf(place, "/nowhere/b"), QUIET)).rejects.toMatchObject({ id: "backup_unwritable" });
  });

  it("says what to do if the disk is full during the test restore", async () => {
    const db = new Database(join(await temporaryFolder(), "check.db"));
    onTestFinished(() => void db.close());
    db.pragma("max_page_count = 2");
    const full = (): unknown => {
      try {
        return db.exec("create table a (b); create table c (d); create table e (f)");
      } catch (error) {
        return error;
      }
    };
    const noRoom = full();
    for (const error of [noRoom, sqliteError(noRoom)]) {
      expect(unwritable(error, "/backups/tonight")).toMatchObject({
        id: "disk_full",
        status: 507,
        message: "The disk has no space for /backups/tonight. Free some space or choose another location.",
      });
    }
  });

  it("isn't created from a damaged database", async () => {
    const place = await filledPlace("sqlite");
    const file = join(place.dataDir, "winnow.db");
    const handle = await open(file, "r+");
    await handle.write(Buffer.alloc(4_096, 0xa5), 0, 4_096, 40 * 4_096);
    await handle.close();
    const folder = await temporaryFolder();
    await expect(makeBackup(planOf(place, join(folder, "b")), QUIET)).rejects.toMatchObject({ id: "store_damaged" });
    await truncate(file, 4_096 * 3);
    await expect(makeBackup(planOf(place, join(folder, "b")), QUIET)).rejects.toMatchObject({ id: "store_damaged" });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("moving from SQLite to PostgreSQL", () => {
  it("copies everything and leaves the file unchanged", async () => {
    const place = await filledPlace("sqlite");
    const file = join(place.dataDir, "winnow.db");
    const before = await tableDigests(addressOf(place));
    const bytes = await readFile(file);
    const databaseUrl = await temporaryDatabase();
    const moved = await moveToPostgres({ dataDir: place.dataDir, databaseUrl }, QUIET);
    expect(moved.leads).toBe(702);
    expect(await tableDigests({ engine: "postgres", url: databaseUrl })).toEqual(before);
    expect((await readFile(file)).equals(bytes)).toBe(true);
    const again = moveToPostgres({ dataDir: place.dataDir, databaseUrl }, QUIET);
    await expect(again).rejects.toMatchObject({ id: "database_not_empty" });
  });

  it("is refused while a server runs, and without a database", async () => {
    const place = await emptyPlace("sqlite");
    const databaseUrl = await temporaryDatabase();
    const moving = (): Promise<unknown> => moveToPostgres({ dataDir: place.dataDir, databaseUrl }, QUIET);
    await expect(moving()).rejects.toMatchObject({ id: "data_folder_empty" });
    const store = await openedAt(place);
    await store.ping();
    await expect(moving()).rejects.toMatchObject({ id: "data_folder_in_use" });
  });
});

test("a snapshot returns the same rows each time", async () => {
  const place = await filledPlace("sqlite");
  const digestsOf = async (): Promise<string[]> => {
    const snapshot = openSqliteSnapshot(join(place.dataDir, "winnow.db"));
    const digests: string[] = [];
    for await (const entry of entriesOf(snapshot, { withSecrets: true })) {
      if (entry.kind === "end") digests.push(entry.digest);
    }
    await snapshot.close();
    return digests;
  };
  expect(await digestsOf()).toEqual(await digestsOf());
});
