import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/platform/clock.ts";
import type { RunOptions } from "#server/db/engine/engine.ts";
import { all, sql } from "#server/db/engine/sql.ts";
import { sightedEngine } from "#server/db/sight/sighted-engine.ts";
import { openSqlite } from "#server/db/sqlite/sqlite.ts";

test("bulk reads stay bulk", async () => {
  const folder = await mkdtemp(join(tmpdir(), "winnow-sight-"));
  const opened = openSqlite(join(folder, "winnow.db"), systemClock);
  onTestFinished(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });
  const given: (RunOptions | undefined)[] = [];
  const engine = sightedEngine({
    ...opened,
    run(work, options) {
      given.push(options);
      return opened.run(work, options);
    },
  });
  await engine.run(() => all(sql`select 1`), { isBulk: true });
  expect(given).toEqual([{ isBulk: true }]);
});
