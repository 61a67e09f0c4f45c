import { chmod, chown, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { giveFilesToOwner, openToOthers } from "#server/platform/private-files.ts";
import { temporaryFolder } from "#test/stores.ts";

async function put(path: string, mode: number): Promise<void> {
  await writeFile(path, "");
  await chmod(path, mode);
}

it("gives what root has made in another user's data folder to that user, and nothing else", async () => {
  const dataDir = await temporaryFolder();
  const isRoot = process.getuid?.() === 0;
  await put(join(dataDir, "winnow.db"), 0o600);
  await put(join(dataDir, "theirs"), 0o600);
  if (isRoot)
    for (const [name, uid] of [
      ["", 4_711],
      ["theirs", 4_712],
    ] as const)
      await chown(join(dataDir, name), uid, 4_711);
  await giveFilesToOwner(dataDir);
  const owners = await Promise.all(
    ["", "winnow.db", "theirs"].map(async (name) => (await stat(join(dataDir, name))).uid),
  );
  const own = process.getuid?.();
  expect(owners).toEqual(isRoot ? [4_711, 4_711, 4_712] : [own, own, own]);
});

describe("files that other users may read", () => {
  it("are named, with the command that fixes them", async () => {
    const dataDir = join(await temporaryFolder(), "it's data");
    const backupDir = join(dataDir, "backups");
    await mkdir(backupDir, { recursive: true });
    for (const folder of [dataDir, backupDir]) await chmod(folder, 0o700);
    await put(join(dataDir, "winnow.db"), 0o600);
    expect(await openToOthers({ dataDir, backupDir })).toEqual([]);

    await chmod(dataDir, 0o755);
    await put(join(dataDir, "winnow.db"), 0o640);
    await put(join(backupDir, "a.winnow-backup"), 0o604);
    const [warning, ...others] = await openToOthers({ dataDir, backupDir });
    expect(others).toEqual([]);
    for (const path of [dataDir, join(dataDir, "winnow.db"), join(backupDir, "a.winnow-backup")]) {
      expect(warning).toContain(path);
    }
    expect(warning).toContain(`chmod -R go= '${dataDir.replace("'", String.raw`'\''`)}'`);
  });

  it("are only backups in a folder that may contain other things", async () => {
    const [dataDir, backupDir] = [await temporaryFolder(), await temporaryFolder()];
    await chmod(backupDir, 0o755);
    await put(join(backupDir, "somebody's.txt"), 0o644);
    expect(await openToOthers({ dataDir, backupDir })).toEqual([]);
    await put(join(backupDir, "a.winnow-backup"), 0o644);
    const [warning] = await openToOthers({ dataDir, backupDir });
    expect(warning).toContain(`Other users can access ${join(backupDir, "a.winnow-backup")}.`);
    expect(warning).toContain(`chmod go= '${backupDir}'/*.winnow-backup`);
  });

  it("are none without a folder", async () => {
    const dataDir = join(await temporaryFolder(), "none");
    expect(await openToOthers({ dataDir, backupDir: join(dataDir, "backups") })).toEqual([]);
  });
});
