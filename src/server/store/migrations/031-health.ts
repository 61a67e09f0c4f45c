import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function tables({ key, flag, endKeyed }: Dialect, milliseconds: string): string {
  return `
-- Processes that are at work on this database, and what only each of them can know.
create table processes (
  id ${key} primary key,
  takes_jobs ${flag} not null,
  started_at text not null,
  beat_at ${milliseconds} not null,
  facts text not null
) ${endKeyed};

-- When each source last succeeded and last brought something, and the days on which it did.
create table source_health (
  source_key ${key} primary key,
  last_success text not null,
  quiet_since text not null,
  days text not null
) ${endKeyed};

-- What is found wrong now, and since when.
create table health_findings (
  finding ${key} primary key,
  since text not null
) ${endKeyed};
`;
}

/** What the watchdog needs: processes' signs of life, sources' successes, and since when something is wrong. */
export const health: Migration = {
  name: "health",
  sqlite: tables(SQLITE, "integer"),
  postgres: tables(POSTGRES, "bigint"),
};
