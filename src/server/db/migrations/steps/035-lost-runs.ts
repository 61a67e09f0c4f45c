import type { Migration } from "#server/db/migrations/dialect.ts";

/** How many runs of a job in a row ended with their process. pg-boss has no column for it, so its `output` holds it. */
export const lostRuns: Migration = {
  name: "lost-runs",
  sqlite: "alter table jobs add column lost_runs integer not null default 0;",
  postgres: "select 1;",
};
