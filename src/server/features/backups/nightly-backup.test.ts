import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBackupHeader } from "#server/features/backups/file/read-backup.ts";
import { restoreBackup } from "#server/features/backups/file/restore-backup.ts";
import { keyCheckBy } from "#server/features/backups/file/sealed-key.ts";
import { nightlyName } from "#server/db/engine/backup-name.ts";
import { openStore } from "#server/db/open-store.ts";
import { nightlyBackup } from "#server/features/backups/nightly-backup.ts";
import type { Workspace } from "#server/workspace.ts";
import { freshWinnow } from "#test/harness.ts";
import { addLeads, ENGINES, oneEngine, temporaryFolder } from "#test/stores.ts";

const NEVER = new AbortController().signal;

/** A clock that advances by a day with each read. */
function daily(): () => Date {
  let day = 0;
  return () => new Date(Date.UTC(2026, 10, 1 + (day += 1), 3));
}

describe.each(ENGINES)("the nightly backup of %s", (engine) => {
  it("needs more space, the larger the store is", async () => {
    const { workspace } = await freshWinnow(engine, { diskSpace: async () => ({ free: 50_000_000, total: 2e12 }) });
    await addLeads(
      workspace.store,
      Array.from({ length: 500 }, () => ({ rawData: { text: randomBytes(80_000).toString("base64") } })),
    );
    await expect(nightlyBackup(workspace, NEVER)).rejects.toMatchObject({ id: "disk_full" });
  });
});

describe.each(oneEngine("postgres"))("the nightly backup of %s", (engine) => {
  it("is verified, private, readable with this server's key, and restores", async () => {
    const winnow = await freshWinnow(engine);
    const { workspace } = winnow;
    await addLeads(workspace.store, [{ name: "One" }, { name: "Two" }]);
    expect(await nightlyBackup(workspace, NEVER)).toMatch(
      /^Backed up 2 leads \(1 MB\), verified with a test restore\.$/u,
    );
    const [file, ...others] = await winnow.ok("GET /api/backups");
    expect(others).toEqual([]);
    const path = join(workspace.backupDir, file?.name ?? "");
    expect(file).toMatchObject({ verified: true, bytes: (await stat(path)).size });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(workspace.backupDir)).mode & 0o777).toBe(0o700);
    const header = await readBackupHeader(path);
    expect(header).toMatchObject({ secrets: "sealed", key: null, keyCheck: keyCheckBy(workspace.secrets) });
    const dataDir = await temporaryFolder();
    await restoreBackup(
      {
        path,
        dataDir,
        databaseUrl: undefined,
        secretKey: undefined,
        replaces: false,
        at: new Date(),
        passphrase: () => Promise.reject(new Error("Nobody was to be asked.")),
      },
      { signal: NEVER, progress: () => {} },
    );
    const store = await openStore({ dataDir });
    expect(await store.leads.get("2")).toMatchObject({ name: "Two" });
    await store.close();
  });

  it("keeps the older ones and leaves nothing behind when it is canceled", async () => {
    const winnow = await freshWinnow(engine, { clock: daily() });
    const { workspace } = winnow;
    await winnow.ok("PUT /api/settings", { body: { backupKept: 1 } });
    await addLeads(
      workspace.store,
      Array.from({ length: 2_000 }, (_, index) => ({ name: `Lead ${index}` })),
    );
    await nightlyBackup(workspace, NEVER);
    const before = await readdir(workspace.backupDir);
    const stop = new AbortController();
    const canceled = nightlyBackup(workspace, stop.signal);
    await expect.poll(async () => (await readdir(workspace.backupDir)).length).toBeGreaterThan(before.length);
    stop.abort();
    await expect(canceled).rejects.toMatchObject({ name: "AbortError" });
    expect(await readdir(workspace.backupDir)).toEqual(before);
  });
});

describe("the nightly backup", () => {
  it("makes room: deletes the oldest and leftovers of a killed run, and keeps other files", async () => {
    const winnow = await freshWinnow("sqlite", { clock: daily() });
    const { workspace } = winnow;
    await winnow.ok("PUT /api/settings", { body: { backupKept: 2 } });
    await mkdir(workspace.backupDir);
    const left = `${nightlyName(new Date("2026-10-01T03:00:00Z"))}.4711.partial`;
    for (const name of [left, `${left}.verifying`, "by-hand.winnow-backup", "notes.txt"]) {
      await writeFile(join(workspace.backupDir, name), "x");
    }
    for (let night = 0; night < 4; night += 1) await nightlyBackup(workspace, NEVER);
    const files = await winnow.ok("GET /api/backups");
    expect(files.filter(({ verified }) => verified)).toHaveLength(2);
    expect(files.filter(({ verified }) => !verified).map(({ name }) => name)).toEqual(["by-hand.winnow-backup"]);
    expect(await readdir(workspace.backupDir)).toHaveLength(4);
    const newest = files.filter(({ verified }) => verified).map(({ at }) => at);
    expect(newest).toEqual(newest.toSorted().toReversed());
  });

  it("is refused and keeps the older ones when there is no space for it and its check", async () => {
    let free = 50_000_000;
    const diskSpace: Workspace["diskSpace"] = async (folder) => ({
      free: folder === "backups" ? free : 1e12,
      total: 2e12,
    });
    const { workspace } = await freshWinnow("sqlite", { clock: daily(), diskSpace });
    await nightlyBackup(workspace, NEVER);
    const before = await readdir(workspace.backupDir);
    free -= 1;
    await expect(nightlyBackup(workspace, NEVER)).rejects.toMatchObject({
      id: "disk_full",
      status: 507,
      message: expect.stringContaining(`need about 50 MB in ${workspace.backupDir}, but only 50 MB are free`) as string,
    });
    expect(await readdir(workspace.backupDir)).toEqual(before);
  });

  it("reports its thread's error: one from this second exists", async () => {
    const { workspace } = await freshWinnow("sqlite", { clock: () => new Date("2026-11-01T03:00:00Z") });
    await nightlyBackup(workspace, NEVER);
    const before = await readdir(workspace.backupDir);
    await expect(nightlyBackup(workspace, NEVER)).rejects.toMatchObject({ id: "backup_exists", status: 409 });
    expect(await readdir(workspace.backupDir)).toEqual(before);
  });

  it("reports what blocks it", async () => {
    const { workspace } = await freshWinnow("sqlite");
    await writeFile(workspace.backupDir, "a file where the folder would be");
    await expect(nightlyBackup(workspace, NEVER)).rejects.toThrow(/can't be used.*Change WINNOW_BACKUP_DIR/u);
    expect(await readFile(workspace.backupDir, "utf8")).toContain("a file where");
  });
});
