import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function tables({ id, key, end, endKeyed }: Dialect): string {
  return `
-- Since when a schedule of the calendar has been as it is: a moment before is none that it missed.
create table schedules (
  id ${key} primary key,
  rhythm text not null,
  since text not null
) ${endKeyed};

-- A row for each run, inserted before its job: whatever the clock does, a window has one.
create table schedule_runs (
  id ${id},
  schedule_id ${key} not null,
  window_key ${key} not null,
  at text not null,
  job_id text,
  outcome text not null,
  message text not null,
  finished_at text,
  unique (schedule_id, window_key)
) ${end};

create index schedule_runs_under_way on schedule_runs (id) where outcome = 'running';
`;
}

/** What runs by itself: since when, and how each run ended. */
export const schedules: Migration = { name: "schedules", sqlite: tables(SQLITE), postgres: tables(POSTGRES) };
