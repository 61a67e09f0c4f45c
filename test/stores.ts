import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import type { Clock } from "#server/platform/clock.ts";
import { openStore } from "#server/store/open-store.ts";
import type { Store } from "#server/store/types.ts";
import { createDatabase } from "#test/postgres.ts";

/** Both engines, for describe.each: every test of the store holds on both. */
export const ENGINES = ["sqlite", "postgres"] as const;

export type EngineName = (typeof ENGINES)[number];

/** An empty folder that goes when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database in the run's PostgreSQL. */
export function temporaryDatabase(): Promise<string> {
  return createDatabase((database) => inject("postgresUrl").replace("DATABASE", database));
}

/** Opens a store on data of its own, closed when the test ends. */
export async function openTestStore(engine: EngineName, clock?: Clock): Promise<Store> {
  const store = await openStore({
    dataDir: await temporaryFolder(),
    databaseUrl: engine === "postgres" ? await temporaryDatabase() : undefined,
    ...(clock === undefined ? {} : { clock }),
  });
  onTestFinished(() => store.close());
  return store;
}
