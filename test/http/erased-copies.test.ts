import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { HOUR } from "#shared/durations.ts";
import { makeBackup } from "#server/features/backups/file/make-backup.ts";
import { restoreBackup } from "#server/features/backups/file/restore-backup.ts";
import { nightlyName } from "#server/db/engine/backup-name.ts";
import { announceBackup } from "#server/db/backup/announce-backup.ts";
import { openStore } from "#server/db/open-store.ts";
import { erasePerson } from "#server/features/people/people.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { oneEngine, migratedDatabase, temporaryFolder } from "#test/stores.ts";
import { addressOf } from "#test/stored-tables.ts";

const START = Date.parse("2026-11-02T12:00:00.000Z");

describe.each(oneEngine("sqlite"))("remaining copies of an erased person on %s", (engine) => {
  const erased = (winnow: TestWinnow) =>
    winnow.ok("DELETE /api/people/{email}", { params: { email: "anna@example.com" } });

  test("are in nightly backups until the last one is rotated out, wherever they are made", async () => {
    let now = START;
    const winnow = await freshWinnow(engine, { clock: () => new Date(now) });
    const { schedules } = winnow.workspace.store;
    const ran = async (outcome: "done" | "failed"): Promise<void> => {
      const at = new Date(now).toISOString();
      const id = await schedules.begin("backup", at, at);
      await schedules.finish(id ?? "", { outcome, message: "", finishedAt: at });
    };
    expect(await erased(winnow)).toMatchObject({ nightlyBackups: "none", backupsUntil: null, copies: [] });
    await ran("done");
    now += HOUR;
    const until = "2026-11-09T13:00:00.000Z";
    expect(await erased(winnow)).toMatchObject({ nightlyBackups: "rotated", backupsUntil: until });

    const notRotated = { nightlyBackups: "not_rotated", backupsUntil: null };
    await winnow.ok("PUT /api/settings", { body: { backupOn: false } });
    expect(await erased(winnow)).toMatchObject(notRotated);
    await winnow.ok("PUT /api/settings", { body: { backupOn: true } });
    now += 47 * HOUR + 1;
    expect(await erased(winnow)).toMatchObject(notRotated);
    await ran("done");
    expect(await erased(winnow)).toMatchObject({ nightlyBackups: "rotated" });
    now += HOUR;
    await ran("failed");
    expect(await erased(winnow)).toMatchObject(notRotated);
  });

  test("are in manual backups, which are named", async () => {
    const winnow = await freshWinnow(engine);
    const { backupDir } = winnow.workspace;
    await mkdir(backupDir);
    await writeFile(join(backupDir, "by-hand.winnow-backup"), "x");
    expect(await erased(winnow)).toMatchObject({ nightlyBackups: "none", copies: ["by-hand.winnow-backup"] });
    await writeFile(join(backupDir, nightlyName(new Date(START))), "x");
    expect(await erased(winnow)).toMatchObject({ nightlyBackups: "not_rotated", copies: ["by-hand.winnow-backup"] });
  });

  test("aren't in a backup that is in progress, which is reported while it runs", async () => {
    const winnow = await freshWinnow(engine);
    expect(await erased(winnow)).toMatchObject({ backupRunning: false });
    const running = await announceBackup(winnow.workspace.store.leadsAddress);
    const another = await announceBackup(winnow.workspace.store.leadsAddress);
    expect(await erased(winnow)).toMatchObject({ backupRunning: true });
    await running.close();
    expect(await erased(winnow)).toMatchObject({ backupRunning: true });
    await another.close();
    expect(await erased(winnow)).toMatchObject({ backupRunning: false });
  });

  test("are in what a restore has set aside, which is named", async () => {
    const { workspace } = await freshWinnow(engine);
    const dataDir = await temporaryFolder();
    const place = { dataDir, databaseUrl: await migratedDatabase(engine, dataDir) };
    const path = join(await temporaryFolder(), "store.winnow-backup");
    const quiet = { signal: new AbortController().signal, progress: () => {} };
    const at = new Date(START);
    const plan = { source: addressOf(place), path, at: at.toISOString(), verifies: false } as const;
    await makeBackup({ ...plan, secrets: "sealed", keyCheck: null, key: null }, quiet);
    const passphrase = (): Promise<string> => Promise.reject(new Error("Nobody was to be asked."));
    await restoreBackup({ path, ...place, secretKey: undefined, replaces: true, at, passphrase }, quiet);
    const store = await openStore(place);
    const { copies } = await erasePerson({ ...workspace, store }, "anna@example.com");
    await store.close();
    const schema = "winnow_replaced_20261102120000";
    const aside = { sqlite: ["winnow-replaced-2026-11-02T12-00-00Z.db"], postgres: [schema, `${schema}_jobs`] };
    expect(copies).toEqual(aside[engine]);
  });
});
