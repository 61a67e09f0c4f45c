import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { systemClock } from "#server/platform/clock.ts";
import { openStore } from "#server/db/open-store.ts";
import { startPostgres } from "#test/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of a database in the run's PostgreSQL, with `DATABASE` in place of the database's name. */
    postgresUrl: string;
    /** The template database, as Winnow creates it; nobody is connected to it. */
    postgresTemplate: string;
    /** An SQLite file as Winnow creates it. */
    sqliteTemplate: string;
  }
}

/**
 * One PostgreSQL for the whole run, in which each test creates databases. What Winnow makes of an empty database is
 * created once and copied, since creating it takes longer than most tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-template-"));
  const databaseUrl = await postgres.createDatabase();
  for (const where of [{ dataDir }, { dataDir, databaseUrl }]) {
    const store = await openStore({ ...where, clock: systemClock });
    // The job tables are created on first use.
    await store.jobs.renew([], 0);
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
