import type { TestProject } from "vitest/node";
import { startPostgres } from "#test/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a database in the run's PostgreSQL, with `DATABASE` in the place of the database's name. */
    postgresUrl: string;
  }
}

/** One PostgreSQL for the whole run; each test makes databases of its own in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide("postgresUrl", postgres.url("DATABASE"));
  return () => postgres.stop();
}
