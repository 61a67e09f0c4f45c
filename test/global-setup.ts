import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { systemClock } from "#server/platform/clock.ts";
import { openStore } from "#server/store/open-store.ts";
import { startPostgres } from "#test/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a database in the run's PostgreSQL, with `DATABASE` in the place of the database's name. */
    postgresUrl: string;
    /** The database in it that is as Winnow makes one; nobody is connected to it. */
    postgresTemplate: string;
    /** An SQLite file as Winnow makes one. */
    sqliteTemplate: string;
  }
}

/**
 * One PostgreSQL for the whole run; each test makes databases of its own in it. What Winnow makes of an empty database
 * is made once and copied: making it takes longer than most tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-template-"));
  const databaseUrl = await postgres.createDatabase();
  for (const where of [{ dataDir }, { dataDir, databaseUrl }]) {
    const store = await openStore({ ...where, clock: systemClock });
    // The tables of jobs are made when they are first asked for.
    await store.jobs.list({ limit: 1 });
    await store.close();
  }
  project.provide("postgresUrl", postgres.url("DATABASE"));
  project.provide("postgresTemplate", new URL(databaseUrl).pathname.slice(1));
  project.provide("sqliteTemplate", join(dataDir, "winnow.db"));
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
