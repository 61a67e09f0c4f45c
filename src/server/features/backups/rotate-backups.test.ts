import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DAY } from "#shared/durations.ts";
import { nightlyName } from "#server/db/engine/backup-name.ts";
import { nightlyBackup } from "#server/features/backups/nightly-backup.ts";
import { freshWinnow } from "#test/harness.ts";
import { addLeads, oneEngine } from "#test/stores.ts";

const NEVER = new AbortController().signal;

describe.each(oneEngine("sqlite"))("an empty backup of %s", (engine) => {
  test("replaces no backup with data until another one with data does", async () => {
    let now = Date.parse("2026-11-02T03:00:00.000Z");
    const winnow = await freshWinnow(engine, { clock: () => new Date(now) });
    const { workspace } = winnow;
    // From an earlier database: the older of two with a lead may go, the newer one stays.
    const full = await freshWinnow("sqlite");
    await addLeads(full.workspace.store, [{ name: "One" }]);
    await mkdir(workspace.backupDir);
    const named = (night: number): string => nightlyName(new Date(Date.UTC(2026, 9, night, 3)));
    for (const night of [1, 2]) {
      await nightlyBackup({ ...full.workspace, clock: () => new Date(Date.UTC(2026, 9, night, 3)) }, NEVER);
      const path = join(full.workspace.backupDir, named(night));
      await copyFile(path, join(workspace.backupDir, named(night)));
    }
    const night = async (): Promise<string> => {
      now += DAY;
      return nightlyBackup(workspace, NEVER);
    };
    const files = async (): Promise<string[]> => (await readdir(workspace.backupDir)).toSorted();
    const last = (): string => nightlyName(new Date(now));

    expect(await winnow.ok("GET /api/settings")).toMatchObject({ backupKept: 7 });
    await night();
    for (const other of [5, 6, 7, 8]) {
      await copyFile(join(workspace.backupDir, last()), join(workspace.backupDir, named(other)));
    }
    expect(await night()).toContain("removed 1 older one");
    expect(await night()).toContain(`${named(2)} was kept because the newer ones are empty`);
    expect(await files()).toHaveLength(8);
    expect(await files()).not.toContain(named(1));
    await night();
    expect(await files()).toHaveLength(8);
    expect(await files()).toContain(named(2));

    await addLeads(workspace.store, [{ name: "Two" }]);
    const filled = await night();
    expect(filled).not.toContain("was kept");
    expect(await files()).toHaveLength(7);
    expect(await files()).not.toContain(named(2));
    expect(await files()).toContain(last());
  });
});

test("backups from a clock that was ahead go first, and never the latest one", async () => {
  let now = Date.parse("2026-11-02T03:00:00.000Z");
  const winnow = await freshWinnow("sqlite", { clock: () => new Date(now) });
  const { workspace } = winnow;
  await winnow.ok("PUT /api/settings", { body: { backupKept: 2 } });
  await mkdir(workspace.backupDir);
  const ahead = ["2031-01-01T03:00:00Z", "2031-01-02T03:00:00Z"].map((at) => nightlyName(new Date(at)));
  for (const name of ahead) await writeFile(join(workspace.backupDir, name), "x");

  expect(await nightlyBackup(workspace, NEVER)).toContain("and removed 1 older one");
  const first = nightlyName(new Date(now));
  expect((await readdir(workspace.backupDir)).toSorted()).toEqual([first, ahead[1]]);
  now += DAY;
  await nightlyBackup(workspace, NEVER);
  expect((await readdir(workspace.backupDir)).toSorted()).toEqual([first, nightlyName(new Date(now))]);
});
