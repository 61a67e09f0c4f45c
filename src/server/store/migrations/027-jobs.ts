import { SQLITE, type Migration } from "#server/store/migrations/dialect.ts";

const { id, flag, key, end } = SQLITE;

/** Long work. PostgreSQL keeps it in a schema of its own, which pg-boss makes and brings forward. */
export const jobs: Migration = {
  name: "jobs",
  sqlite: `
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
  created_at text not null,
  started_at text,
  finished_at text,
  due_at integer not null,
  lease text,
  lease_ends integer
) ${end};
create unique index jobs_open on jobs (key) where state in ('waiting', 'running', 'retrying');
create index jobs_leased on jobs (key) where lease is not null;
create index jobs_due on jobs (due_at) where state in ('waiting', 'retrying');
create index jobs_state on jobs (state);
create index jobs_kind on jobs (kind);
create index jobs_finished on jobs (finished_at) where finished_at is not null;
`,
  postgres: "select 1;",
};
