import { POSTGRES, type Migration } from "#server/db/migrations/dialect.ts";

const { id, flag, key, thenId, end } = POSTGRES;

/**
 * PostgreSQL stores its jobs in the same table as SQLite; pg-boss only delivers them. `delivery` is a waiting job's
 * message, `lease` that of its run.
 */
export const jobsInOneTable: Migration = {
  name: "jobs-in-one-table",
  sqlite: `
alter table jobs add column delivery text;
update jobs set lease = null, lease_ends = null where lease is not null;
drop index jobs_leased;
create unique index jobs_held on jobs (key) where lease is not null;
`,
  postgres: `
create table jobs (
  id ${id},
  kind text not null,
  key ${key} not null,
  title text not null,
  input text not null,
  state text not null,
  progress text,
  attempts integer not null,
  max_attempts integer not null,
  actor text not null,
  request_id text,
  traceparent text,
  result text,
  error text,
  message text not null,
  is_nothing ${flag} not null,
  created_at ${key} not null,
  started_at ${key},
  finished_at ${key},
  due_at bigint not null,
  lease text,
  lease_ends bigint,
  lost_runs integer not null default 0,
  delivery text
) ${end};
create unique index jobs_open on jobs (key) where state in ('waiting', 'running', 'retrying');
create unique index jobs_held on jobs (key) where lease is not null;
create index jobs_due on jobs (due_at) where state in ('waiting', 'retrying');
create index jobs_state on jobs (state${thenId});
create index jobs_kind on jobs (kind${thenId});
create index jobs_finished on jobs (finished_at) where finished_at is not null;
`,
};
