import { POSTGRES, SQLITE, type Dialect, type Migration } from "#server/store/migrations/dialect.ts";

function tables({ id, ref, flag, key, bytes, end, endKeyed }: Dialect): string {
  return `
create table replays (
  id ${id},
  source text,
  reads_all ${flag} not null,
  state text not null,
  last_lead ${ref},
  total integer not null,
  done integer not null,
  rows_read integer not null,
  rows_unreadable integer not null,
  leads_changed integer not null,
  changes integer not null,
  applied integer not null,
  left_over integer not null,
  act_id ${ref},
  message text not null,
  created_at text not null,
  finished_at text
) ${end};

-- One row for each lead that would change; only its mark tells whether a later look would find the same.
create table replay_leads (
  replay_id ${ref} not null,
  lead_id ${ref} not null,
  name text not null,
  changes text not null,
  mark text not null,
  outcome text,
  primary key (replay_id, lead_id)
) ${endKeyed};

-- The pages that named somebody, as they were read.
create table page_sources (
  target_id ${ref} not null,
  url ${key} not null,
  read_at text not null,
  html ${bytes} not null,
  primary key (target_id, url)
) ${end};
`;
}

/** Raw input read again: the pages it is read from, and what the last reading would change. */
export const replays: Migration = { name: "replays", sqlite: tables(SQLITE), postgres: tables(POSTGRES) };
