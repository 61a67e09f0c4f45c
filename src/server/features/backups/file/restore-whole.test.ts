import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeBackup, type BackupPlan } from "#server/features/backups/file/make-backup.ts";
import { restoreBackup, type RestorePlan } from "#server/features/backups/file/restore-backup.ts";
import { keyCheckBy, sealKey } from "#server/features/backups/file/sealed-key.ts";
import { createSecrets } from "#server/platform/secrets.ts";
import { openStore } from "#server/db/open-store.ts";
import { addLeads, type EngineName, ENGINES, migratedDatabase, oneEngine, temporaryFolder } from "#test/stores.ts";
import { addressOf, tableDigests } from "#test/stored-tables.ts";

const AT = "2026-11-22T03:00:00.000Z";
const PASSPHRASE = "correct horse battery";
const KEY = randomBytes(32);
const SEALED_KEY = sealKey(KEY, PASSPHRASE);
const QUIET = { signal: new AbortController().signal, progress: () => {} };

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

async function aPlace(engine: EngineName): Promise<Place> {
  const dataDir = await temporaryFolder();
  return { dataDir, databaseUrl: await migratedDatabase(engine, dataDir) };
}

async function backUp(place: Place, more: Partial<BackupPlan> = {}): Promise<string> {
  const path = join(await temporaryFolder(), "store.winnow-backup");
  const plan = { path, at: AT, secrets: "sealed", keyCheck: null, key: null, verifies: false } as const;
  await makeBackup({ ...plan, source: addressOf(place), ...more }, QUIET);
  return path;
}

function replacing(path: string, place: Place): RestorePlan {
  const passphrase = (): Promise<string> => Promise.reject(new Error("Nobody was to be asked."));
  return { path, ...place, secretKey: undefined, replaces: true, at: new Date(AT), passphrase };
}

/** A backup of an empty store with its key, and a function returning its passphrase. */
async function backUpWithKey(): Promise<Pick<RestorePlan, "path" | "passphrase">> {
  const keyed = { secrets: "with-key", keyCheck: keyCheckBy(createSecrets(KEY)), key: SEALED_KEY } as const;
  return { path: await backUp(await aPlace("sqlite"), keyed), passphrase: () => Promise.resolve(PASSPHRASE) };
}

describe.each(ENGINES)("a restore into %s", (engine) => {
  it("never shows an erased person, whenever it's interrupted", async () => {
    const place = await aPlace(engine);
    const store = await openStore(place);
    await addLeads(store, [{ name: "Is Gone", email: "gone@example.com", emailKey: "gone@example.com" }]);
    await store.close();
    const path = await backUp(place);
    const again = await openStore(place);
    await again.people.erase("gone@example.com", AT);
    await again.close();
    const before = await tableDigests(addressOf(place));
    const files = await readdir(place.dataDir);

    const stop = new AbortController();
    const progress = (stage: string): void => {
      if (stage === "Erasing") stop.abort();
    };
    const ended = restoreBackup(replacing(path, place), { signal: stop.signal, progress });
    await expect(ended).rejects.toMatchObject({ name: "AbortError" });
    expect(await tableDigests(addressOf(place))).toEqual(before);
    expect(
      (await readdir(place.dataDir)).filter((name) => !files.includes(name) && !/-(?:wal|shm)$/u.test(name)),
    ).toEqual([]);
  });
});

describe.each(oneEngine("sqlite"))("a restore into %s", (engine) => {
  it("writes the key before the data it encrypts", async () => {
    const place = await aPlace(engine);
    const before = await tableDigests(addressOf(place));
    const { path, passphrase } = await backUpWithKey();
    const plan = { ...replacing(path, place), passphrase };
    await mkdir(join(place.dataDir, "secret.key"));
    await expect(restoreBackup(plan, QUIET)).rejects.toMatchObject({ code: expect.stringMatching(/^E/u) as string });
    expect(await tableDigests(addressOf(place))).toEqual(before);
    await rm(join(place.dataDir, "secret.key"), { recursive: true });
    await restoreBackup(plan, QUIET);
    expect(await readFile(join(place.dataDir, "secret.key"), "utf8")).toBe(`${KEY.toString("hex")}\n`);
  });
});

describe("a restore that can't put its data in place", () => {
  it.each([
    ["a key", [`${"7".repeat(64)}\n`]],
    ["no key", []],
  ])("leaves a folder with %s unchanged", async (_what, keys) => {
    const place = await aPlace("sqlite");
    const { path, passphrase } = await backUpWithKey();
    for (const own of keys) await writeFile(join(place.dataDir, "secret.key"), own);
    // This name is taken, so the existing data can't be set aside.
    await writeFile(join(place.dataDir, "winnow-replaced-2026-11-22T03-00-00Z.db"), "");
    const failing = restoreBackup({ ...replacing(path, place), passphrase }, QUIET);
    await expect(failing).rejects.toMatchObject({ code: "EEXIST" });
    const left = (await readdir(place.dataDir)).filter((name) => name.startsWith("secret"));
    expect(left).toEqual(keys.map(() => "secret.key"));
    expect(await Promise.all(left.map((name) => readFile(join(place.dataDir, name), "utf8")))).toEqual(keys);
  });
});
