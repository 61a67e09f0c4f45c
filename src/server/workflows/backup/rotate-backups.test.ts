import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nightlyName } from "#server/store/backup/backup-name.ts";
import { nightlyBackup } from "#server/workflows/backup/nightly-backup.ts";
import { freshWinnow } from "#test/harness.ts";

const NEVER = new AbortController().signal;
const DAY = 86_400_000;

test("backups of a clock that was ahead go first, and never the one just made", async () => {
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
